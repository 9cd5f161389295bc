package input

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// G13: lookalike letters, letters with two encodings, and nearly invisible marks.
func init() { generators["unicode"] = unicodeInputs }

func TestInputUnicode(t *testing.T) {
	t.Parallel()
	bombard(t, "unicode")
}

const textsPerRun = 500

// unicodeInputs are texts in every free text field, and emoji in those that take
// some.
func unicodeInputs(t testing.TB, dice *rand.Rand) []input {
	c := server(t).Contract
	var all []input
	for _, pattern := range slices.Sorted(maps.Keys(c.Operations)) {
		o := c.Operations[pattern]
		if o.Body() == nil || slow(pattern) {
			continue
		}
		properties := o.Body().Schema.Value.Properties
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			s := properties[name].Value
			if name == "emoji" {
				all = append(all, emojiInputs(pattern, s)...)
			}
			for range 7 * inputScale {
				if freeText(s) {
					all = append(all, input{Route: pattern, Change: map[string]string{name: encoded(anyText(dice))}})
				}
			}
		}
	}
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(len(all), textsPerRun*inputScale)]
}

// freeText reports whether a field takes any text.
func freeText(s *openapi3.Schema) bool {
	return s.Type.Includes("string") && !s.Type.Includes("integer") && s.Enum == nil && s.Pattern == "" && (s.Format == "" || s.Format == "line") && s.ContentMediaType == ""
}

// emojiInputs are the allowed ones with and without selector, and refused forms.
func emojiInputs(pattern string, s *openapi3.Schema) []input {
	var all []input
	for _, v := range s.Enum {
		emoji, ok := v.(string)
		if !ok {
			continue
		}
		plain := strings.TrimSuffix(emoji, "\ufe0f")
		for _, fits := range []string{plain, plain + "\ufe0f", " " + emoji + " "} {
			all = append(all, input{Route: pattern, Change: map[string]string{"emoji": encoded(fits)}, Spare: "emoji"})
		}
		for _, odd := range []string{plain + "\ufe0e", plain + "🏽", plain + "\u200d", plain + plain, "\ufe0f" + plain, plain + "\ufe0f\ufe0f", "\u200b" + plain} {
			all = append(all, input{Route: pattern, Change: map[string]string{"emoji": encoded(odd)}, Want: http.StatusUnprocessableEntity, Blame: "emoji"})
		}
	}
	return all
}

// anyText combines difficult parts of Unicode.
func anyText(dice *rand.Rand) string {
	parts := []string{"é", "e\u0301", "Å", "A\u030a", "\u212b", "ﬁ", "①", "ｱ", "가", "\u1100\u1161", "ǆ", "ß", "ẞ", "ı", "İ", "\u0130", "K", "ſ", "Ω", "Ω", "а", "ο", "👩‍💻", "👍🏿", "🏳️‍🌈", "🇩🇪", "🇩", "1️⃣", "\u200d", "\u200c", "\u200b", "\u2060", "\u00ad",
		"\u202a", "\u202e", "\u2066", "\u2069", "\u061c", "\ufe0f", "\ufe0e", "\ufeff", "\ufffc", "\ufffd", "\U000e0041", "\U000e007f", "\U0001f3ff", "\u0489", strings.Repeat("\u0300", 30), "𝒳", "𠜎", "\ue000", "\U0010fffd", "ไม้", "नि", "ﷺ", "عربى", "שלום", "\u0378", "\ufdd0", "x", " ", "\u3000", "\u2003"}
	var text strings.Builder
	for range 1 + dice.IntN(8) {
		text.WriteString(parts[dice.IntN(len(parts))])
	}
	return text.String()
}

// Texts are stored letter by letter as sent, apart from trimming.
func TestTextsAreKeptAsTheyAre(t *testing.T) {
	t.Parallel()
	u, dice := server(t).Owner(t), dice("texts")
	t.Logf("VITRINE_INPUT_SEED=%d", inputSeed)
	for range 100 * inputScale {
		name := anyText(dice)
		r := u.Send(t, "POST", "/api/locations", M{"name": name})
		if strings.TrimSpace(name) == "" {
			r.Want(t, http.StatusUnprocessableEntity)
			continue
		}
		same(t, fmt.Sprintf("%+q", name), r.Want(t, http.StatusCreated).Dig(t, "data.attributes.name"), strings.TrimSpace(name))
	}
}

// A lookalike of a user's address can neither be registered nor log in.
func TestLookalikeAddressesAreNobodys(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	local, host, _ := strings.Cut(u.Email, "@")
	for _, lookalike := range []string{
		strings.Replace(u.Email, "e", "е", 1), strings.Replace(u.Email, "o", "ο", 1), "\u200b" + u.Email, u.Email + "\u200b", "\ufeff" + u.Email, local + "＠" + host, local + "@" + strings.ReplaceAll(host, "e", "ｅ"), local + "@" + strings.ReplaceAll(host, ".", "。"),
		local + "@" + strings.ReplaceAll(host, "x", "\u0445"), local + "\u00ad@" + host, local + "@" + host + "\u0301", strings.Replace(u.Email, "u", "ｕ", 1), local + "\u0130@" + host, local + "\u017f@" + host, local + "K@" + host,
	} {
		r := u.Send(t, "POST", "/api/account/invitations", M{"email": lookalike, "role": "viewer"}).Want(t, http.StatusUnprocessableEntity)
		if r.Dig(t, "errors.email") == nil {
			t.Errorf("%+q: %s", lookalike, r.Content)
		}
		h.Nobody().Send(t, "POST", "/api/login", M{"email": lookalike, "password": password}).Want(t, http.StatusUnauthorized)
	}
}
