//! Keys and signatures. They are plain data in every build; signing and checking need the feature `signed`.

use super::digest::hexadecimal;

hexadecimal! {
    /// The Ed25519 key by which everyone can check what a player has signed; 64 hexadecimal digits as text.
    PublicKey, 32, "64"
}

hexadecimal! {
    /// An Ed25519 signature; 128 hexadecimal digits as text.
    Signature, 64, "128"
}

#[cfg(feature = "signed")]
pub use with_ed25519::PrivateKey;
#[cfg(feature = "signed")]
pub(crate) use with_ed25519::{is_usable, is_valid};
#[cfg(not(feature = "signed"))]
pub(crate) use without::{PrivateKey, is_usable, is_valid};

#[cfg(feature = "signed")]
mod with_ed25519 {
    use core::fmt;

    use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
    use rand_core::TryCryptoRng;
    use zeroize::ZeroizeOnDrop;

    use super::super::secret::{Secret, SecretError};
    use super::{PublicKey, Signature};

    /// The key by which a player signs (feature `signed`).
    ///
    /// It can't be copied or printed, and its memory is wiped when it is dropped. Use a key of its own for this
    /// purpose, and keep its bytes as carefully as a password: whoever has them plays in the owner's name.
    pub struct PrivateKey(SigningKey);

    impl PrivateKey {
        /// Draws a key from a cryptographic source, such as that of the system.
        ///
        /// # Errors
        ///
        /// As [`Secret::random`].
        pub fn random(source: &mut (impl TryCryptoRng + ?Sized)) -> Result<Self, SecretError> {
            Secret::random(source).map(|seed| Self(SigningKey::from_bytes(seed.bytes())))
        }

        /// Restores a key from the bytes that [`to_secret_bytes`](Self::to_secret_bytes) returned.
        #[must_use]
        pub fn from_secret_bytes(bytes: &[u8; 32]) -> Self {
            Self(SigningKey::from_bytes(bytes))
        }

        /// Returns the bytes of the key, to be stored where nobody else reads them. They are wiped when they are
        /// dropped.
        #[must_use]
        pub fn to_secret_bytes(&self) -> zeroize::Zeroizing<[u8; 32]> {
            zeroize::Zeroizing::new(self.0.to_bytes())
        }

        /// Returns the key by which others check what this one signs.
        #[must_use]
        pub fn public(&self) -> PublicKey {
            PublicKey(self.0.verifying_key().to_bytes())
        }

        pub(crate) fn sign(&self, text: &str) -> Signature {
            Signature(self.0.sign(text.as_bytes()).to_bytes())
        }
    }

    impl ZeroizeOnDrop for PrivateKey {}

    /// The public key.
    impl fmt::Debug for PrivateKey {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "PrivateKey(.. of {})", self.public())
        }
    }

    /// Tells if a key is a point of the curve, and none of the few for which one signature fits many messages.
    pub(crate) fn is_usable(key: &PublicKey) -> bool {
        VerifyingKey::from_bytes(&key.0).is_ok_and(|key| !key.is_weak())
    }

    /// Tells if the holder of a key has signed a text. Strict: no second form of a signature is accepted.
    pub(crate) fn is_valid(signature: &Signature, text: &str, key: &PublicKey) -> bool {
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        VerifyingKey::from_bytes(&key.0).is_ok_and(|key| key.verify_strict(text.as_bytes(), &signature).is_ok())
    }
}

#[cfg(not(feature = "signed"))]
mod without {
    use super::{PublicKey, Signature};

    /// No key exists in this build.
    #[derive(Debug)]
    pub(crate) enum PrivateKey {}

    impl PrivateKey {
        pub(crate) const fn public(&self) -> PublicKey {
            match *self {}
        }

        pub(crate) const fn sign(&self, _: &str) -> Signature {
            match *self {}
        }
    }

    pub(crate) const fn is_usable(_: &PublicKey) -> bool {
        false
    }

    pub(crate) const fn is_valid(_: &Signature, _: &str, _: &PublicKey) -> bool {
        false
    }
}
