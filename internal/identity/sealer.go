package identity

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Sealer encrypts secrets, so that a stolen database does not reveal them. The first key seals and all
// keys open, so a key can be replaced without interruption.
type Sealer struct{ keys []sealingKey }

type sealingKey struct {
	cipher.AEAD
	raw []byte
}

// SecretKeyBytes is the length of a key.
const SecretKeyBytes = 32

// NewSealer takes keys as keygen prints them, separated by commas. Without keys
// it seals nothing.
func NewSealer(keys string) (*Sealer, error) {
	s := &Sealer{}
	if keys == "" {
		return s, nil
	}
	for key := range strings.SplitSeq(keys, ",") {
		raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(key))
		if err != nil || len(raw) != SecretKeyBytes {
			return nil, fmt.Errorf("must be %d bytes in base64, as vitrine keygen prints them", SecretKeyBytes)
		}
		block, err := aes.NewCipher(raw)
		if err != nil {
			return nil, err
		}
		aead, err := cipher.NewGCM(block)
		if err != nil {
			return nil, err
		}
		s.keys = append(s.keys, sealingKey{aead, raw})
	}
	return s, nil
}

// Fingerprint identifies the first key without revealing it. It is empty
// without a key.
func (s *Sealer) Fingerprint() string {
	if !s.Ready() {
		return ""
	}
	return s.keys[0].fingerprint()
}

// Has reports whether one of the keys has this fingerprint.
func (s *Sealer) Has(fingerprint string) bool {
	return slices.ContainsFunc(s.keys, func(k sealingKey) bool { return k.fingerprint() == fingerprint })
}

func (k sealingKey) fingerprint() string {
	return hex.EncodeToString(k.derive("vitrine: which key is this")[:8])
}

// derive is a value that only this key gives a name.
func (k sealingKey) derive(name string) []byte {
	mac := hmac.New(sha256.New, k.raw)
	mac.Write([]byte(name))
	return mac.Sum(nil)
}

// Ready reports whether there is a key.
func (s *Sealer) Ready() bool { return s != nil && len(s.keys) > 0 }

// Seal encrypts and binds the owner, so that a row cannot be moved to another
// user.
func (s *Sealer) Seal(plain []byte, owner int64) []byte {
	key := s.keys[0]
	nonce := make([]byte, key.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return key.Seal(nonce, nonce, plain, boundTo(owner))
}

// ErrSealed means that another key or another user was used for sealing.
var ErrSealed = errors.New("identity: cannot be opened with VITRINE_SECRET_KEY; was it changed?")

// Open decrypts.
func (s *Sealer) Open(sealed []byte, owner int64) ([]byte, error) {
	for _, key := range s.keys {
		if plain, err := key.open(sealed, owner); err == nil {
			return plain, nil
		}
	}
	return nil, ErrSealed
}

// Reseal encrypts with the first key a secret that another key sealed. It returns nil if nothing needs
// to change.
func (s *Sealer) Reseal(sealed []byte, owner int64) ([]byte, error) {
	plain, err := s.Open(sealed, owner)
	if err != nil {
		return nil, err
	}
	if _, err := s.keys[0].open(sealed, owner); err == nil {
		return nil, nil
	}
	return s.Seal(plain, owner), nil
}

func (k sealingKey) open(sealed []byte, owner int64) ([]byte, error) {
	if len(sealed) < k.NonceSize() {
		return nil, ErrSealed
	}
	return k.AEAD.Open(nil, sealed[:k.NonceSize()], sealed[k.NonceSize():], boundTo(owner))
}

func boundTo(owner int64) []byte { return fmt.Appendf(nil, "user:%d", owner) }
