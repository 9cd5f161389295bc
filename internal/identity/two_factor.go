package identity

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
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
	seedBytes     = 20 // recommended by RFC 4226
	stepSeconds   = 30
	skewSteps     = 1
	qrSize        = 256
	RecoveryCodes = 8
	recoveryChars = 24 // 142 bits, so a plain hash is safe
)

// TwoFactor reports whether a user has a second factor.
type TwoFactor struct {
	Enabled           bool
	RecoveryCodesLeft int64
}

// Enrolment is shown once, for an authenticator app. A page draws the QR code itself:
// Squares is an SVG path of its dark modules, Side how many there are in a row.
type Enrolment struct {
	Secret, URL, QRCode string
	Squares             string
	Side                int
}

// PasswordCheck proves that the caller is the user, not just a holder of the
// token.
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

// FullCheck is password and code.
type FullCheck struct{ Password, Code string }

func (in *FullCheck) Validate() error {
	var e fault.Invalid
	e.Required("password", in.Password)
	e.Required("code", in.Code)
	return e.Err()
}

// Erasure confirms the deletion of an account: the password and, with a second factor, a code.
type Erasure struct{ Password, Code string }

func (in *Erasure) Validate() error {
	var e fault.Invalid
	e.Required("password", in.Password)
	return e.Err()
}

// NewSeed draws the secret of a second factor.
func NewSeed() []byte {
	seed := make([]byte, seedBytes)
	_, _ = rand.Read(seed) // never fails
	return seed
}

// Enrol shows a seed in the forms that authenticator apps accept.
func Enrol(seed []byte, email string) (Enrolment, error) {
	secret := encodeSeed(seed)
	address := "otpauth://totp/" + url.PathEscape("Vitrine:"+email) + "?secret=" + secret + "&issuer=Vitrine&algorithm=SHA1&digits=6&period=30"
	code, err := qr.Encode(address, qr.M, qr.Auto)
	if err != nil {
		return Enrolment{}, err
	}
	drawn, side := squares(code)
	if code, err = barcode.Scale(code, qrSize, qrSize); err != nil {
		return Enrolment{}, err
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, code); err != nil {
		return Enrolment{}, err
	}
	return Enrolment{secret, address, "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture.Bytes()), drawn, side}, nil
}

func squares(code barcode.Barcode) (path string, side int) {
	var b strings.Builder
	side = code.Bounds().Dx()
	for y := range side {
		for x := range side {
			if r, _, _, _ := code.At(x, y).RGBA(); r == 0 {
				fmt.Fprintf(&b, "M%d %dh1v1h-1z", x, y)
			}
		}
	}
	return b.String(), side
}

// MatchStep finds the time step of a code, within one step of now.
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

// NewRecoveryCodes draws codes for users who lose their authenticator.
func NewRecoveryCodes() []string {
	codes := make([]string, RecoveryCodes)
	for i := range codes {
		codes[i] = strings.ToLower(rand.Text()[:recoveryChars])
	}
	return codes
}

// HashRecoveryCode returns the hash of a recovery code, which the database stores.
func HashRecoveryCode(code string) []byte {
	sum := sha256.Sum256([]byte("recovery:" + strings.ToLower(strings.TrimSpace(code))))
	return sum[:]
}

func encodeSeed(seed []byte) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(seed)
}

// Proof is an input by which users show their password, and the field it is in.
type Proof interface {
	Shown() (field, password string)
}

func (in PasswordCheck) Shown() (field, password string) { return "password", in.Password }
func (in FullCheck) Shown() (field, password string)     { return "password", in.Password }
func (in Erasure) Shown() (field, password string)       { return "password", in.Password }
func (in NewPassword) Shown() (field, password string)   { return "current_password", in.CurrentPassword }
