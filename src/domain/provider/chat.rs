//! OpenAI's Chat Completions form. (In work.)
