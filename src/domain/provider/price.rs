//! What tokens cost.

use serde::{Deserialize, Serialize};

use super::Usage;

/// Prices of a model in USD per million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// Prompt tokens.
    pub input_usd: f64,
    /// Prompt tokens that the provider had cached; none where they cost what others cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_usd: Option<f64>,
    /// Prompt tokens that the provider put into its cache; none where they cost what others cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write_usd: Option<f64>,
    /// Tokens of replies, reasoning included.
    pub output_usd: f64,
}

impl Price {
    /// A model that costs nothing, such as one on the user's own machine.
    pub const FREE: Self = Self { input_usd: 0.0, cached_usd: None, cache_write_usd: None, output_usd: 0.0 };

    /// What so many tokens cost, in USD.
    pub fn cost_usd(&self, usage: &Usage) -> f64 {
        let apart = usage.cached_tokens + usage.cache_write_tokens;
        let plain = usage.input_tokens.saturating_sub(apart);
        let million = |tokens: u64, usd: f64| tokens as f64 / 1e6 * usd;
        million(plain, self.input_usd)
            + million(usage.cached_tokens, self.cached_usd.unwrap_or(self.input_usd))
            + million(usage.cache_write_tokens, self.cache_write_usd.unwrap_or(self.input_usd))
            + million(usage.output_tokens, self.output_usd)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(price: Price, usage: Usage, expected_usd: f64) {
        let got = price.cost_usd(&usage);
        assert!((got - expected_usd).abs() < 1e-12, "{got} instead of {expected_usd}");
    }

    #[test]
    fn cached_and_written_tokens_have_prices_of_their_own() {
        let price = Price { input_usd: 2.0, cached_usd: Some(0.2), cache_write_usd: Some(2.5), output_usd: 10.0 };
        let usage = Usage {
            input_tokens: 1_000_000,
            cached_tokens: 600_000,
            cache_write_tokens: 100_000,
            output_tokens: 50_000,
            ..Usage::default()
        };
        check(price, usage, 0.3 * 2.0 + 0.6 * 0.2 + 0.1 * 2.5 + 0.05 * 10.0);
        check(Price { cached_usd: None, cache_write_usd: None, ..price }, usage, 2.0 + 0.5);
        check(Price::FREE, usage, 0.0);
    }
}
