package code_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"vitrine/internal/code"
)

func TestRead(t *testing.T) {
	for text, want := range map[string]code.Code{
		"3492281575":               {Kind: code.ISBN, Text: "9783492281577", Number: 9783492281577},
		"3-492-28157-5":            {Kind: code.ISBN, Text: "9783492281577", Number: 9783492281577},
		"ISBN 978-3-492-28157-7":   {Kind: code.ISBN, Text: "9783492281577", Number: 9783492281577},
		"urn:isbn:9783492281577":   {Kind: code.ISBN, Text: "9783492281577", Number: 9783492281577},
		"９７８３４９２２８１５７７":            {Kind: code.ISBN, Text: "9783492281577", Number: 9783492281577},
		"978 3 492 28157 7":        {Kind: code.ISBN, Text: "9783492281577", Number: 9783492281577},
		"978–3–492–28157–7":        {Kind: code.ISBN, Text: "9783492281577", Number: 9783492281577},
		"080442957x":               {Kind: code.ISBN, Text: "9780804429573", Number: 9780804429573},
		"9790260000438":            {Kind: code.ISMN, Text: "9790260000438", Number: 9790260000438},
		"9771144875007":            {Kind: code.ISSN, Text: "9771144875007", Number: 9771144875007},
		"977114487500712":          {Kind: code.ISSN, Text: "9771144875007", Number: 9771144875007, AddOn: "12"},
		"4006381333931":            {Kind: code.EAN, Text: "4006381333931", Number: 4006381333931},
		"036000291452":             {Kind: code.UPC, Text: "036000291452", Number: 36000291452},
		"0036000291452":            {Kind: code.UPC, Text: "036000291452", Number: 36000291452},
		"00036000291452":           {Kind: code.UPC, Text: "036000291452", Number: 36000291452},
		"03600029145200311":        {Kind: code.UPC, Text: "036000291452", Number: 36000291452, AddOn: "00311"},
		"036000291452+00311":       {Kind: code.UPC, Text: "036000291452", Number: 36000291452, AddOn: "00311"},
		"0 36000 29145 2 + 0 0311": {Kind: code.UPC, Text: "036000291452", Number: 36000291452, AddOn: "00311"},
		"04252614":                 {Kind: code.UPC, Text: "042100005264", Number: 42100005264},
		"96385074":                 {Kind: code.EAN, Text: "96385074", Number: 96385074},
		"20000004":                 {Kind: code.EAN, Text: "20000004", Number: 20000004, Inside: true},
		"2012345678903":            {Kind: code.EAN, Text: "2012345678903", Number: 2012345678903, Inside: true},
		"400000000008":             {Kind: code.UPC, Text: "400000000008", Number: 400000000008, Inside: true},

		"":                         {Kind: code.None},
		"9783492281578":            {Kind: code.None},
		"BMD-1012A":                {Kind: code.None},
		"0000000000000":            {Kind: code.None},
		"9783492281577+":           {Kind: code.None},
		"9783492281577+123":        {Kind: code.None},
		"9783492281577+12+12":      {Kind: code.None},
		"9783492281577/1":          {Kind: code.None},
		"X234567890":               {Kind: code.None},
		"10036000291459":           {Kind: code.None}, // a box of several
		"978349228157797834922815": {Kind: code.None},
	} {
		if got := code.Read(text); got != want {
			t.Errorf("%q is read as %+v, want %+v", text, got, want)
		}
	}
}

// TestAWrongDigitIsNoticed changes each digit of random codes.
func TestAWrongDigitIsNoticed(t *testing.T) {
	for range 2_000 {
		right := ""
		for right == "" {
			digits := fmt.Sprintf("%013d", rand.Int64N(1e13))
			if code.Read(digits).Valid() {
				right = digits
			}
		}
		for at := range right {
			for digit := byte('0'); digit <= '9'; digit++ {
				wrong := []byte(right)
				wrong[at] = digit
				if read := code.Read(string(wrong)); read.Valid() != (string(wrong) == right) {
					t.Fatalf("%s, for %s, is read as %+v", wrong, right, read)
				}
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("978-3-492-28157-7+12")
	f.Add("０４２５２６１４")
	f.Fuzz(func(t *testing.T, text string) {
		read := code.Read(text)
		if !read.Valid() {
			if read != (code.Code{Kind: code.None}) {
				t.Fatalf("%q is none and something: %+v", text, read)
			}
			return
		}
		again := read.Text
		if read.AddOn != "" {
			again += "+" + read.AddOn
		}
		if got := code.Read(again); got != read {
			t.Fatalf("%q is %+v, but what it shows is %+v", text, read, got)
		}
	})
}
