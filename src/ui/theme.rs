//! Light, dark, or what the system says.

use leptos::prelude::*;

/// The user's choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system says.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// All choices, in the order shown.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// Stable identifier.
    pub fn id(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Whether the page is dark under this choice.
    pub fn is_dark(self, system_is_dark: bool) -> bool {
        match self {
            Self::Auto => system_is_dark,
            Self::Light => false,
            Self::Dark => true,
        }
    }

    /// The choice with this identifier; `Auto` for any other.
    pub fn from_id(id: &str) -> Self {
        Self::ALL.into_iter().find(|theme| theme.id() == id).unwrap_or_default()
    }
}

/// The theme in force, and how to change it.
#[derive(Clone, Copy)]
pub struct ThemeHandle {
    /// The choice.
    pub choice: Signal<Theme>,
    /// Whether the page is dark now.
    pub is_dark: Signal<bool>,
    /// Changes the choice and keeps it.
    pub choose: Callback<Theme>,
}

/// The theme, as provided by the composition root.
pub fn use_theme() -> ThemeHandle {
    expect_context()
}
