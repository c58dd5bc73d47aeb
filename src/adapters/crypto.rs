//! The browser's own cryptography: random bytes, hashes, and sealing under a passphrase.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use js_sys::{Array, Object, Reflect, Uint8Array};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AesGcmParams, Crypto, CryptoKey, Pbkdf2Params, SubtleCrypto};

/// Rounds of PBKDF2 with SHA-256, as OWASP advises since 2023.
const ROUNDS: u32 = 600_000;
const SALT_BYTES: usize = 16;
const NONCE_BYTES: usize = 12;

/// Something sealed under a passphrase: AES-256 in GCM, the key by PBKDF2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sealed {
    version: u32,
    rounds: u32,
    salt: String,
    nonce: String,
    content: String,
}

/// A key made of a passphrase; it can't be read out again.
pub struct Sealer {
    key: CryptoKey,
    rounds: u32,
    salt: Vec<u8>,
}

impl Sealer {
    /// A key for something new.
    ///
    /// # Errors
    /// Where the browser has no cryptography here, as on pages by plain http.
    pub async fn new(passphrase: &str) -> Result<Self, JsValue> {
        let salt = random_bytes(SALT_BYTES)?;
        Ok(Self { key: derived(passphrase, &salt, ROUNDS).await?, rounds: ROUNDS, salt })
    }

    /// The key of something sealed, if the passphrase is the right one; and what was sealed.
    ///
    /// # Errors
    /// Where it isn't, or the seal is damaged.
    pub async fn open(passphrase: &str, sealed: &Sealed) -> Result<(Self, Vec<u8>), JsValue> {
        let bytes = |text: &str| STANDARD.decode(text).map_err(|error| JsValue::from_str(&error.to_string()));
        let salt = bytes(&sealed.salt)?;
        let key = derived(passphrase, &salt, sealed.rounds).await?;
        let algorithm = AesGcmParams::new("AES-GCM", &Uint8Array::from(bytes(&sealed.nonce)?.as_slice()));
        let opened = subtle()?.decrypt_with_object_and_u8_array(&algorithm, &key, &bytes(&sealed.content)?)?;
        let content = Uint8Array::new(&JsFuture::from(opened).await?).to_vec();
        Ok((Self { key, rounds: sealed.rounds, salt }, content))
    }

    /// Seals a content, each time with a nonce of its own.
    ///
    /// # Errors
    /// Where the browser refuses.
    pub async fn seal(&self, content: &[u8]) -> Result<Sealed, JsValue> {
        let nonce = random_bytes(NONCE_BYTES)?;
        let algorithm = AesGcmParams::new("AES-GCM", &Uint8Array::from(nonce.as_slice()));
        let sealed = subtle()?.encrypt_with_object_and_u8_array(&algorithm, &self.key, content)?;
        let content = Uint8Array::new(&JsFuture::from(sealed).await?).to_vec();
        Ok(Sealed {
            version: 1,
            rounds: self.rounds,
            salt: STANDARD.encode(&self.salt),
            nonce: STANDARD.encode(nonce),
            content: STANDARD.encode(content),
        })
    }
}

/// A secret for one sign-in, and the hash that goes before it (RFC 7636).
///
/// # Errors
/// Where the browser has no cryptography here.
pub async fn pkce() -> Result<(String, String), JsValue> {
    let verifier = URL_SAFE_NO_PAD.encode(random_bytes(32)?);
    let hash = subtle()?.digest_with_str_and_u8_array("SHA-256", verifier.as_bytes())?;
    let hash = Uint8Array::new(&JsFuture::from(hash).await?).to_vec();
    Ok((verifier, URL_SAFE_NO_PAD.encode(hash)))
}

async fn derived(passphrase: &str, salt: &[u8], rounds: u32) -> Result<CryptoKey, JsValue> {
    let subtle = subtle()?;
    let material = Uint8Array::from(passphrase.as_bytes());
    let uses = Array::of1(&"deriveKey".into());
    let base = JsFuture::from(subtle.import_key_with_str("raw", &material, "PBKDF2", false, &uses)?).await?;
    let how = Pbkdf2Params::new("PBKDF2", &"SHA-256".into(), rounds, &Uint8Array::from(salt));
    let what = Object::new();
    Reflect::set(&what, &"name".into(), &"AES-GCM".into())?;
    Reflect::set(&what, &"length".into(), &256.into())?;
    let uses = Array::of2(&"encrypt".into(), &"decrypt".into());
    let key = subtle.derive_key_with_object_and_object(&how, &base.unchecked_into(), &what, false, &uses)?;
    Ok(JsFuture::from(key).await?.unchecked_into())
}

fn random_bytes(count: usize) -> Result<Vec<u8>, JsValue> {
    let mut bytes = vec![0; count];
    crypto()?.get_random_values_with_u8_array(&mut bytes)?;
    Ok(bytes)
}

fn crypto() -> Result<Crypto, JsValue> {
    Reflect::get(&js_sys::global(), &"crypto".into())?.dyn_into()
}

/// Only on pages by https and on this machine's own.
fn subtle() -> Result<SubtleCrypto, JsValue> {
    let subtle = Reflect::get(&crypto()?.into(), &"subtle".into())?;
    subtle.dyn_into().map_err(|_| JsValue::from_str("this page has no cryptography: it needs https, or localhost"))
}
