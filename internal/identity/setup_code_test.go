package identity

import (
	"encoding/base64"
	"regexp"
	"strings"
	"testing"
)

func sealerOf(t *testing.T, keys ...byte) *Sealer {
	t.Helper()
	written := []string{}
	for _, k := range keys {
		written = append(written, base64.StdEncoding.EncodeToString([]byte(strings.Repeat(string(rune(k)), SecretKeyBytes))))
	}
	s, err := NewSealer(strings.Join(written, ","))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// All instances of an installation have the same code, and no other installation has it.
func TestSetupCodes(t *testing.T) {
	t.Parallel()
	code := sealerOf(t, 'a').SetupCode("one")
	if !regexp.MustCompile(`^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$`).MatchString(code) {
		t.Errorf("the code is %s, want 80 bits in groups of four", code)
	}
	if again := sealerOf(t, 'a', 'b').SetupCode("one"); again != code {
		t.Errorf("with one more key it is %s instead of %s", again, code)
	}
	for name, other := range map[string]string{"another installation": sealerOf(t, 'a').SetupCode("two"), "another key": sealerOf(t, 'b').SetupCode("one")} {
		if other == code {
			t.Errorf("%s has the same code", name)
		}
	}
	for _, none := range []*Sealer{nil, {}} {
		if found := none.SetupCode("one"); found != "" {
			t.Errorf("without a key the code is %s", found)
		}
	}
}

// Codes are typed from a screen; an empty code opens nothing.
func TestSetupCodesAreCompared(t *testing.T) {
	t.Parallel()
	for typed, right := range map[string]bool{
		"7K3M-0X91-2HDF-W8ZC": true, "7k3mOx9l2hdfw8zc": true, " 7K3M 0X9i 2HDF\tW8ZC ": true,
		"7K3M-0X91-2HDF-W8Z": false, "7K3M-0X91-2HDF-W8ZCC": false, "7K3M-0X91-2HDF-W8ZD": false, "": false, "-": false,
	} {
		if SameSetupCode(typed, "7K3M-0X91-2HDF-W8ZC") != right {
			t.Errorf("%q: want %t", typed, right)
		}
		if SameSetupCode(typed, "") || SameSetupCode(typed, "-") {
			t.Errorf("%q opens what has no code", typed)
		}
	}
}
