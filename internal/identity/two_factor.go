package identity

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"image/png"
	"net/url"
	"strings"
	"time"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
	"github.com/pquerna/otp/totp"

	"vitrine/internal/fault"
)

const (
	seedBytes     = 20 // what RFC 4226 recommends
	stepSeconds   = 30
	skewSteps     = 1
	qrSize        = 256
	RecoveryCodes = 8
	recoveryChars = 24 // 142 bits, so that a plain hash keeps them
)

// TwoFactor tells whether somebody has a second factor.
type TwoFactor struct {
	Enabled           bool
	RecoveryCodesLeft int64
}

// Enrolment is what an authenticator app needs to know, shown once.
type Enrolment struct{ Secret, URL, QRCode string }

// PasswordCheck proves that the caller is the user and not just their token.
type PasswordCheck struct{ Password string }

func (in *PasswordCheck) Validate() error {
	var e fault.Invalid
	e.Required("password", in.Password)
	return e.Err()
}

// CodeCheck is a code of an authenticator app.
type CodeCheck struct{ Code string }

func (in *CodeCheck) Validate() error {
	var e fault.Invalid
	e.Required("code", in.Code)
	return e.Err()
}

// FullCheck is both.
type FullCheck struct{ Password, Code string }

func (in *FullCheck) Validate() error {
	var e fault.Invalid
	e.Required("password", in.Password)
	e.Required("code", in.Code)
	return e.Err()
}

// NewSeed draws the secret of a second factor.
func NewSeed() []byte {
	seed := make([]byte, seedBytes)
	_, _ = rand.Read(seed) // never fails
	return seed
}

// Enrol shows a seed the ways an authenticator app takes it.
func Enrol(seed []byte, email string) (Enrolment, error) {
	secret := encodeSeed(seed)
	address := "otpauth://totp/" + url.PathEscape("Vitrine:"+email) + "?secret=" + secret + "&issuer=Vitrine&algorithm=SHA1&digits=6&period=30"
	code, err := qr.Encode(address, qr.M, qr.Auto)
	if err != nil {
		return Enrolment{}, err
	}
	if code, err = barcode.Scale(code, qrSize, qrSize); err != nil {
		return Enrolment{}, err
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, code); err != nil {
		return Enrolment{}, err
	}
	return Enrolment{secret, address, "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture.Bytes())}, nil
}

// MatchStep finds the step of time that a code belongs to, one step of skew
// allowed to either side.
func MatchStep(seed []byte, code string, now time.Time) (step int64, ok bool) {
	for offset := -skewSteps; offset <= skewSteps; offset++ {
		at := now.Add(time.Duration(offset*stepSeconds) * time.Second)
		want, err := totp.GenerateCode(encodeSeed(seed), at)
		if err == nil && want == code {
			return at.Unix() / stepSeconds, true
		}
	}
	return 0, false
}

// NewRecoveryCodes draws codes for somebody who has lost their authenticator.
func NewRecoveryCodes() []string {
	codes := make([]string, RecoveryCodes)
	for i := range codes {
		codes[i] = strings.ToLower(rand.Text()[:recoveryChars])
	}
	return codes
}

// HashRecoveryCode is what the database keeps of a recovery code.
func HashRecoveryCode(code string) []byte {
	sum := sha256.Sum256([]byte("recovery:" + strings.ToLower(strings.TrimSpace(code))))
	return sum[:]
}

func encodeSeed(seed []byte) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(seed)
}

// Sealer encrypts what must not be readable in a stolen database.
type Sealer struct {
	aead        cipher.AEAD
	fingerprint string
}

// SecretKeyBytes is the length of the key a Sealer needs.
const SecretKeyBytes = 32

// NewSealer takes a key as keygen writes it; an empty one seals nothing.
func NewSealer(key string) (*Sealer, error) {
	if key == "" {
		return &Sealer{}, nil
	}
	raw, err := base64.StdEncoding.DecodeString(key)
	if err != nil || len(raw) != SecretKeyBytes {
		return nil, fmt.Errorf("must be %d bytes in base64, as vitrine keygen prints them", SecretKeyBytes)
	}
	block, err := aes.NewCipher(raw)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	mark := hmac.New(sha256.New, raw)
	mark.Write([]byte("vitrine: which key is this"))
	return &Sealer{aead, hex.EncodeToString(mark.Sum(nil)[:8])}, err
}

// Fingerprint tells keys apart and says nothing else of them; it is empty
// without a key.
func (s *Sealer) Fingerprint() string { return s.fingerprint }

// Ready tells whether there is a key.
func (s *Sealer) Ready() bool { return s.aead != nil }

// Seal encrypts; the owner is bound to it, so that a row cannot be moved to
// another user.
func (s *Sealer) Seal(plain []byte, owner int64) []byte {
	nonce := make([]byte, s.aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return s.aead.Seal(nonce, nonce, plain, fmt.Appendf(nil, "user:%d", owner))
}

// ErrSealed means that something was sealed with another key, or for another
// user.
var ErrSealed = errors.New("identity: cannot be opened with VITRINE_SECRET_KEY; was it changed?")

// Open decrypts.
func (s *Sealer) Open(sealed []byte, owner int64) ([]byte, error) {
	if s.aead == nil || len(sealed) < s.aead.NonceSize() {
		return nil, ErrSealed
	}
	nonce, rest := sealed[:s.aead.NonceSize()], sealed[s.aead.NonceSize():]
	plain, err := s.aead.Open(nil, nonce, rest, fmt.Appendf(nil, "user:%d", owner))
	if err != nil {
		return nil, ErrSealed
	}
	return plain, nil
}
