//! The secret that keeps a hidden choice from being guessed, and the opening that shows both.

use core::fmt;
use core::str::FromStr;

use rand_core::TryCryptoRng;
use tavlei_game::text::{Scanner, SyntaxError};
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::digest::{Hex, scan_hex};
use crate::Choice;
use crate::notation::scan_choice;

/// A secret of 256 bits, drawn anew for each hidden choice, without which the choice cannot be guessed from its
/// commitment.
///
/// It can't be copied, compared or printed. Sealing a choice uses it up, and its memory is wiped when it is dropped.
///
/// ```compile_fail,E0599
/// # fn twice(secret: &tavlei_proryv::sealed_move::Secret) {
/// let again = (*secret).clone();
/// # }
/// ```
/// ```compile_fail,E0277
/// # fn print(secret: &tavlei_proryv::sealed_move::Secret) -> String {
/// format!("{secret}")
/// # }
/// ```
pub struct Secret([u8; 32]);

impl Secret {
    /// Draws a secret from a cryptographic source, such as that of the system.
    ///
    /// The type of the source vouches for the algorithm only. A generator with a known seed is for tests.
    ///
    /// # Errors
    ///
    /// [`SecretError::Source`] if the source fails, [`SecretError::Weak`] if it returns bytes that no working source
    /// returns.
    pub fn random(source: &mut (impl TryCryptoRng + ?Sized)) -> Result<Self, SecretError> {
        let mut secret = Self([0; 32]);
        source.try_fill_bytes(&mut secret.0).map_err(|_| SecretError::Source)?;
        if secret.is_weak() { Err(SecretError::Weak) } else { Ok(secret) }
    }

    /// Makes a secret of known bytes, **which hides nothing from anyone who knows or guesses them**: for tests, and for
    /// comparing with other programs.
    ///
    /// Bytes that look [weak](SecretError::Weak) are refused when a choice is sealed with them.
    #[must_use]
    pub const fn hazmat_from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads a secret that was stored: 64 hexadecimal digits.
    pub(crate) fn from_stored(text: &str) -> Option<Self> {
        let mut text = Scanner::new(text);
        let secret = scan_hex(&mut text, "64 hexadecimal digits").map(Self).ok()?;
        text.is_at_end().then_some(secret)
    }

    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Tells if the bytes are so few different ones that no working source drew them.
    ///
    /// Of 32 random bytes, some 30 are different. Fewer than nine come up once in 10³³ draws.
    pub(crate) fn is_weak(&self) -> bool {
        let mut seen = [false; 256];
        for &byte in &self.0 {
            if let Some(seen) = seen.get_mut(usize::from(byte)) {
                *seen = true;
            }
        }
        let weak = seen.iter().filter(|&&seen| seen).count() < 9;
        seen.zeroize();
        weak
    }

    /// Tells if the bytes are those of a secret that has been shown, in time that does not depend on where they differ.
    pub(crate) fn is(&self, shown: &[u8; 32]) -> bool {
        self.0.iter().zip(shown).fold(0, |differing, (a, b)| differing | (a ^ b)) == 0
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for Secret {}

/// Looks the same whatever the secret is.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// Why a secret cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SecretError {
    /// The source of randomness has failed.
    #[error("the source of randomness has failed")]
    Source,
    /// Fewer than nine of its 32 bytes are different: it is all zero, one byte repeated, or alike.
    #[error("the secret has fewer than 9 different bytes: its source does not work")]
    Weak,
    /// The same secret has hidden an earlier choice of this game, and the opponent knows it.
    #[error("the secret has been shown before in this game: its source repeats itself")]
    Repeated,
}

/// The choice and the secret that a commitment was made of; `b2-c3` and 64 hexadecimal digits as text.
///
/// It exists only from the moment in which the choice is to be shown. `Debug` still prints no secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Opening {
    choice: Choice,
    secret: [u8; 32],
}

impl Opening {
    /// Makes the opening that shows this choice and this secret.
    #[must_use]
    pub const fn new(choice: Choice, secret: [u8; 32]) -> Self {
        Self { choice, secret }
    }

    /// Returns the choice that was hidden, if the commitment bears it out.
    #[must_use]
    pub const fn choice(&self) -> Choice {
        self.choice
    }

    /// Returns the bytes of the secret, no longer secret.
    #[must_use]
    pub const fn secret(&self) -> &[u8; 32] {
        &self.secret
    }

    /// Reads a choice, then 64 hexadecimal digits, with white space before either.
    pub(crate) fn scan(text: &mut Scanner<'_>) -> Result<Self, SyntaxError> {
        text.skip_spaces();
        let choice = scan_choice(text)?;
        let secret = scan_hex(text, "one of 64 hexadecimal digits")?;
        Ok(Self { choice, secret })
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        self.secret.zeroize();
    }
}

impl ZeroizeOnDrop for Opening {}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.choice, Hex(&self.secret))
    }
}

/// The choice without the secret.
impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opening").field("choice", &self.choice).finish_non_exhaustive()
    }
}

/// Reads a choice, then 64 hexadecimal digits.
impl FromStr for Opening {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut text = Scanner::new(text);
        let opening = Self::scan(&mut text)?;
        text.finish("nothing after the choice and 64 hexadecimal digits")?;
        Ok(opening)
    }
}
