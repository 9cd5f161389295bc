// Package code reads the numbers on things: ISBN, EAN, UPC and their relatives, with the digits that
// some carry beside the bars.
package code

import "strings"

// Kind is the family of a code.
type Kind string

const (
	ISBN Kind = "isbn"
	ISSN Kind = "issn"
	ISMN Kind = "ismn"
	EAN  Kind = "ean"
	UPC  Kind = "upc"
	None Kind = "none" // no code, or one whose check digit is wrong
)

// Code is what a text was read as.
type Code struct {
	Kind   Kind
	Text   string // as it is printed: ISBN and EAN with 13 digits, UPC with 12, EAN-8 with 8
	Number int64  // as it is kept: the GTIN without leading zeros; 0 if it is no code
	AddOn  string // the 2 or 5 digits beside the bars
	Inside bool   // a shop's own number, which names nothing elsewhere
}

// Valid reports whether the check digit is right.
func (c Code) Valid() bool { return c.Kind != None }

// maxText is the longest text that may be a code: digits, as many signs between them, and the words
// before them.
const maxText = 64

// Read reads a text that a person typed or a reader saw.
func Read(text string) Code {
	none := Code{Kind: None}
	if len(text) > maxText {
		return none
	}
	digits, addOn := split(text)
	if digits == "" {
		return none
	}
	if c := plain(digits); c.Valid() {
		if addOn != "" && !isAddOn(addOn) {
			return none
		}
		c.AddOn = addOn
		return c
	}
	if addOn != "" {
		return none
	}
	for _, bars := range []int{12, 13} { // readers append the add-on
		if len(digits) == bars+2 || len(digits) == bars+5 {
			if c := plain(digits[:bars]); c.Valid() && isAddOn(digits[bars:]) {
				c.AddOn = digits[bars:]
				return c
			}
		}
	}
	return none
}

// plain reads digits without add-on.
func plain(digits string) Code {
	switch len(digits) {
	case 8:
		if checks(digits) {
			return Code{Kind: EAN, Text: digits, Number: number(digits), Inside: digits[0] == '0' || digits[0] == '2'}
		}
		if long := expanded(digits); long != "" && checks(long) {
			return gtin("0" + long)
		}
	case 10:
		if checksISBN10(digits) {
			body := "978" + digits[:9]
			return gtin(body + string(checkDigit(body)))
		}
	case 12, 13:
		if checks(digits) {
			return gtin(strings.Repeat("0", 13-len(digits)) + digits)
		}
	case 14:
		if digits[0] == '0' && checks(digits) {
			return gtin(digits[1:])
		}
	}
	return Code{Kind: None}
}

// gtin names a code of 13 digits whose check digit is right.
func gtin(d string) Code {
	c := Code{Kind: EAN, Text: d, Number: number(d)}
	switch {
	case c.Number == 0:
		return Code{Kind: None}
	case d[:4] == "9790":
		c.Kind = ISMN
	case d[:3] == "978", d[:3] == "979":
		c.Kind = ISBN
	case d[:3] == "977":
		c.Kind = ISSN
	case d[0] == '0':
		c.Kind, c.Text = UPC, d[1:]
		c.Inside = d[1] == '2' || d[1] == '4'
	default:
		c.Inside = d[0] == '2'
	}
	return c
}

// expanded is the UPC-A that a UPC-E stands for.
func expanded(d string) string {
	if d[0] > '1' {
		return ""
	}
	a, check := d[1:7], d[7:]
	switch a[5] {
	case '0', '1', '2':
		return d[:1] + a[:2] + a[5:] + "0000" + a[2:5] + check
	case '3':
		return d[:1] + a[:3] + "00000" + a[3:5] + check
	case '4':
		return d[:1] + a[:4] + "00000" + a[4:5] + check
	}
	return d[:1] + a[:5] + "0000" + a[5:] + check
}

// checks reports whether the last digit is the check digit of the others.
func checks(d string) bool {
	return strings.Trim(d, "0123456789") == "" && checkDigit(d[:len(d)-1]) == d[len(d)-1]
}

// checkDigit weighs the digits by 3 and 1 from the right.
func checkDigit(body string) byte {
	sum := 0
	for i := range len(body) {
		weight := 3
		if (len(body)-i)%2 == 0 {
			weight = 1
		}
		sum += int(body[i]-'0') * weight
	}
	return byte('0' + (10-sum%10)%10)
}

func checksISBN10(d string) bool {
	sum := 0
	for i := range 10 {
		value := int(d[i] - '0')
		if d[i] == 'X' && i == 9 {
			value = 10
		} else if value > 9 || d[i] < '0' {
			return false
		}
		sum += value * (10 - i)
	}
	return sum%11 == 0
}

func number(digits string) (n int64) {
	for i := range len(digits) {
		n = n*10 + int64(digits[i]-'0')
	}
	return n
}

func isAddOn(d string) bool {
	return (len(d) == 2 || len(d) == 5) && strings.Trim(d, "0123456789") == ""
}

// Names reports whether two codes name the same thing. The digits beside an ISBN are a price.
func (c Code) Names(other Code) bool {
	return c.Number == other.Number && (c.Kind == ISBN || c.AddOn == other.AddOn)
}
