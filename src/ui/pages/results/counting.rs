//! How samples are counted: what may be remembered, and what each category weighs.

use leptos::prelude::*;

use crate::domain::results::{CategoryWeights, Settings, Threshold};
use crate::domain::task::Category;
use crate::ui::components::NumberField;
use crate::ui::query::Param;

/// The settings that the address says.
pub fn settings() -> Memo<Settings> {
    let (from, weights) = (Param::replacing("remembered"), Param::replacing("weights"));
    Memo::new(move |_| Settings {
        contaminated_from: from.get().parse().ok().and_then(Threshold::new).unwrap_or_default(),
        weights: CategoryWeights::from_text(&weights.get()).unwrap_or_default(),
    })
}

/// The threshold and a weight per category.
#[component]
pub fn Counting(
    /// The settings in force.
    settings: Memo<Settings>,
) -> impl IntoView {
    let (from, weights) = (Param::replacing("remembered"), Param::replacing("weights"));
    let set_from = move |score: f64| match Threshold::new(score).filter(|t| *t != Threshold::default()) {
        Some(threshold) => from.set(threshold.score().to_string()),
        None => from.clear(),
    };
    let weight = move |(place, category): (usize, Category)| {
        let enter = move |weight: f64| {
            let mut all = settings.get_untracked().weights.values();
            all[place] = weight;
            match CategoryWeights::new(all).filter(|weights| *weights != CategoryWeights::default()) {
                Some(new) => weights.set(new.to_text()),
                None => weights.clear(),
            }
        };
        view! {
            <NumberField
                test=weight_test(category)
                label=format!("Weight of {}", category.id())
                value=Signal::derive(move || settings.get().weights.values()[place])
                on_change=Callback::new(enter)
                max=1000.0
                step=0.1
            />
        }
    };
    view! {
        <details class="making">
            <summary data-test="counting">"How it is counted"</summary>
            <div class="fields">
                <NumberField
                    test="remembered-from"
                    label="May be remembered from a closed-book score of"
                    value=Signal::derive(move || settings.get().contaminated_from.score())
                    on_change=Callback::new(set_from)
                    max=1.0
                    step=0.05
                />
                {Category::ALL.into_iter().enumerate().map(weight).collect_view()}
            </div>
            <p class="quiet">"The weights count for the re-weighted figures only; all of them at zero are equal weights."</p>
        </details>
    }
}

fn weight_test(category: Category) -> &'static str {
    match category {
        Category::What => "weight-what",
        Category::Why => "weight-why",
        Category::Where => "weight-where",
        Category::How => "weight-how",
    }
}
