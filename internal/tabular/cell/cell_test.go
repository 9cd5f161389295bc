package cell_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"vitrine/internal/tabular/cell"
)

// result is a value, or the code of what is wrong.
func result(value any, bad *cell.Wrong) string {
	if bad != nil {
		return bad.Code
	}
	return fmt.Sprint(value)
}

func TestNumber(t *testing.T) {
	for _, c := range []struct{ in, decimal, want string }{
		{"12", ".", "12"}, {"12.5", ".", "12.5"}, {"12,5", ",", "12.5"}, {"1.234,5", ",", "1234.5"}, {"1,234.5", ".", "1234.5"}, {"1,234,567", ".", "1234567"},
		{"1 234,5", ",", "1234.5"}, {"1\u202f234,5", ",", "1234.5"}, {"1'234.50", ".", "1234.50"}, {"1’234.50", ".", "1234.50"}, {"-5", ".", "-5"}, {"−5", ".", "-5"}, {"+5", ".", "5"},
		{".5", ".", "0.5"}, {"5.", ".", "5"}, {"007", ".", "7"}, {"0.50", ".", "0.50"}, {" 3 ", ".", "3"}, {"６３", ".", "63"}, {"6.37702E+15", ".", "6.37702E+15"},
		{"", ".", cell.BadNumber}, {"twelve", ".", cell.BadNumber}, {"1,23", ".", cell.BadNumber}, {"12,345,6", ".", cell.BadNumber}, {"1.2.3", ".", cell.BadNumber},
		{"1.234,5", ".", cell.BadNumber}, {"--5", ".", cell.BadNumber}, {"1e", ".", cell.BadNumber}, {"NaN", ".", cell.BadNumber}, {"0x10", ".", cell.BadNumber},
		{strings.Repeat("9", 65), ".", cell.BadNumber}, {".", ".", cell.BadNumber},
	} {
		if got := result(cell.Number(c.in, c.decimal)); got != c.want {
			t.Errorf("%q with %q is %s, want %s", c.in, c.decimal, got, c.want)
		}
	}
}

func TestInteger(t *testing.T) {
	for in, want := range map[string]string{"5": "5", "5.0": "5", "1,000": "1000", "-2": "-2", "2.5": cell.BadInteger, "x": cell.BadInteger, "1e3": cell.BadInteger, "99999999999999999999": cell.OutOfRange} {
		if got := result(cell.Integer(in, ".")); got != want {
			t.Errorf("%q is %s, want %s", in, got, want)
		}
	}
}

func TestRating(t *testing.T) {
	for in, want := range map[string]string{"0": "0", "5": "5", "4.0": "4", "★★★☆☆": "3", "6": cell.BadRating, "2.5": cell.BadRating, "-1": cell.BadRating, "good": cell.BadRating, "★★★★★★": cell.BadRating} {
		if got := result(cell.Rating(in, ".")); got != want {
			t.Errorf("%q is %s, want %s", in, got, want)
		}
	}
}

func TestDecimalSign(t *testing.T) {
	for in, want := range map[string]string{"12": "", "1.234": "", "1,234": "", "$1,234": "", "EUR 1.234": "", "12.5": ".", "12,50 €": ",", "1.234,5": ",", "1,234.5": ".", "1.234.567": ",",
		"0.125": ".", "1234.567": ".", "1,2345": ",", "": ""} {
		if got := cell.DecimalOf(in); got != want {
			t.Errorf("%q tells %q, want %q", in, got, want)
		}
	}
}

func TestPlainNumbers(t *testing.T) {
	for in, want := range map[string]bool{"0": true, "12": true, "-12.5": true, "0.5": true, "1,234": true, "123456789012345": true,
		"007": false, "0000000019": false, "00.5": false, "1234567890123456": false, "1e5": false, "+5": false, "": false, "x": false, "-": false} {
		if got := cell.Plain(in, "."); got != want {
			t.Errorf("%q: %t", in, got)
		}
	}
}

func TestMoney(t *testing.T) {
	for _, c := range []struct{ in, decimal, currency, want string }{
		{"12.50", ".", "EUR", "1250 EUR"}, {"12,5", ",", "EUR", "1250 EUR"}, {"12", ".", "JPY", "12 JPY"}, {"1.234", ".", "BHD", "1234 BHD"}, {"€ 12.50", ".", "EUR", "1250 EUR"},
		{"12,50 €", ",", "EUR", "1250 EUR"}, {"USD 5", ".", "EUR", "500 USD"}, {"5 usd", ".", "EUR", "500 USD"}, {"5CHF", ".", "EUR", "500 CHF"}, {"$1,234.50", ".", "CAD", "123450 CAD"},
		{"US$5", ".", "USD", "500 USD"}, {"$12.50 USD", ".", "EUR", "1250 USD"}, {"CHF 1'200.-", ".", "CHF", "120000 CHF"}, {"Fr. 5.50", ".", "CHF", "550 CHF"}, {"￥500", ".", "JPY", "500 JPY"},
		{"500円", ".", "JPY", "500 JPY"}, {"R$ 5,50", ",", "BRL", "550 BRL"}, {"0", ".", "EUR", "0 EUR"}, {"12.500", ".", "EUR", "1250 EUR"},
		{"twelve", ".", "EUR", cell.BadMoney}, {"", ".", "EUR", cell.BadMoney}, {"12 pieces", ".", "EUR", cell.BadMoney}, {"1e3", ".", "EUR", cell.BadMoney}, {"12-50", ".", "EUR", cell.BadMoney},
		{"$5", ".", "EUR", cell.BadCurrency}, {"US$5", ".", "CAD", cell.BadCurrency}, {"€5", ".", "", cell.BadCurrency},
		{"12.505", ".", "EUR", cell.TooPrecise}, {"1.5", ".", "JPY", cell.TooPrecise},
		{"-5", ".", "EUR", cell.OutOfRange}, {"-$5", ".", "USD", cell.OutOfRange}, {"10000000000000", ".", "EUR", cell.OutOfRange}, {"9999999999999.99", ".", "EUR", "999999999999999 EUR"},
	} {
		amount, code, bad := cell.Money(c.in, c.decimal, c.currency)
		if got := result(fmt.Sprintf("%d %s", amount, code), bad); got != c.want {
			t.Errorf("%q with %q in %s is %s, want %s", c.in, c.decimal, c.currency, got, c.want)
		}
	}
	_, _, bad := cell.Money("twelve", ".", "EUR")
	if want := (cell.Wrong{Code: "bad_money", Expected: "amount, as 12.50", Found: "twelve"}); *bad != want {
		t.Errorf("%+v, want %+v", *bad, want)
	}
	for in, want := range map[string]string{"1250": "1250", "12.5": cell.BadMoney, "-1": cell.OutOfRange} {
		if got := result(cell.MinorUnits(in, "EUR")); got != want {
			t.Errorf("%q in minor units is %s, want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{"eur": "EUR", "€": "EUR", "$": cell.BadCurrency, "XXX": cell.BadCurrency, "Euro": cell.BadCurrency} {
		if got := result(cell.Currency(in)); got != want {
			t.Errorf("the currency %q is %s, want %s", in, got, want)
		}
	}
}

func TestDay(t *testing.T) {
	for _, c := range []struct{ in, format, want string }{
		{"2026-11-16", "Y-M-D", "2026-11-16"}, {"2026/11/16", "Y-M-D", "2026-11-16"}, {"20261116", "Y-M-D", "2026-11-16"}, {"2026.11.16", "Y-M-D", "2026-11-16"}, {"2026年11月16日", "Y-M-D", "2026-11-16"},
		{"16.11.2026", "D.M.Y", "2026-11-16"}, {"1.2.26", "D.M.Y", "2026-02-01"}, {"1.2.70", "D.M.Y", "1970-02-01"}, {"1.2.69", "D.M.Y", "2069-02-01"},
		{"16/11/2026", "D/M/Y", "2026-11-16"}, {"11/16/2026", "M/D/Y", "2026-11-16"}, {"3/4/26", "M/D/Y", "2026-03-04"}, {"3/4/26", "D/M/Y", "2026-04-03"}, {"16-11-2026", "D-M-Y", "2026-11-16"},
		{"16 Nov 2026", "D MMM Y", "2026-11-16"}, {"16. November 2026", "D MMM Y", "2026-11-16"}, {"16-Nov-26", "D MMM Y", "2026-11-16"}, {"3 août 2026", "D MMM Y", "2026-08-03"},
		{"1er juillet 2026", "D MMM Y", "2026-07-01"}, {"5 de mar. de 2026", "D MMM Y", "2026-03-05"}, {"2. März 2026", "D MMM Y", "2026-03-02"},
		{"Nov 16, 2026", "MMM D, Y", "2026-11-16"}, {"November 16th, 2026", "MMM D, Y", "2026-11-16"},
		{"2026-11-16T13:00:00Z", "Y-M-D", "2026-11-16"}, {"2026-11-16 13:00", "Y-M-D", "2026-11-16"}, {"11/16/2026 1:00 PM", "M/D/Y", "2026-11-16"}, {"2026-11-16", "D.M.Y", "2026-11-16"},
		{"2024-02-29", "Y-M-D", "2024-02-29"},
		{"2026-02-29", "Y-M-D", cell.BadDate}, {"31.4.2026", "D.M.Y", cell.BadDate}, {"13/13/2026", "M/D/Y", cell.BadDate}, {"16.11.2026", "D/M/Y", cell.BadDate}, {"1.2/2026", "D.M.Y", cell.BadDate},
		{"2026", "Y-M-D", cell.BadDate}, {"2026-11", "Y-M-D", cell.BadDate}, {"yesterday", "Y-M-D", cell.BadDate}, {"", "Y-M-D", cell.BadDate}, {"2026-11-16 and more", "Y-M-D", cell.BadDate},
		{"16 Jui 2026", "D MMM Y", cell.BadDate}, {"0000-01-01", "Y-M-D", cell.BadDate}, {"1.2.3", "D.M.Y", cell.BadDate},
	} {
		day, bad := cell.Day(c.in, c.format, false)
		if got := result(day.Format(time.DateOnly), bad); got != c.want {
			t.Errorf("%q as %s is %s, want %s", c.in, c.format, got, c.want)
		}
	}
	for in, want := range map[string]string{"2026": "2026-01-01", "2026-11": "2026-11-01", "11/2026": "2026-11-01", "Nov 2026": "2026-11-01", "2026年11月": "2026-11-01", "11.2026": "2026-11-01"} {
		if day, bad := cell.Day(in, "D.M.Y", true); result(day.Format(time.DateOnly), bad) != want {
			t.Errorf("the first day of %q is %s, %v", in, day, bad)
		}
	}
	_, bad := cell.Day("soon", "D.M.Y", false)
	if bad.Expected != "day, as 31.12.2026" {
		t.Errorf("%+v", *bad)
	}
}

func TestDaysFit(t *testing.T) {
	for in, want := range map[string][]string{"3/4/2026": {"D/M/Y", "M/D/Y"}, "13/4/2026": {"D/M/Y"}, "4/13/2026": {"M/D/Y"}, "2026-11-16": {"Y-M-D"}, "1.2.2026": {"D.M.Y"}, "x": nil, "2026": nil, "12.50": nil, "1-2-2026": {"D-M-Y"}} {
		if got, _ := cell.Days(in); !reflect.DeepEqual(got, want) {
			t.Errorf("%q fits %v, want %v", in, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for in, want := range map[string]string{"true": "true", "YES": "true", "y": "true", "1": "true", "x": "true", "Ja": "true", "oui": "true", "Sí": "true", "sim": "true", "是": "true", "はい": "true",
		"False": "false", "n": "false", "0": "false", "Nein": "false", "non": "false", "Não": "false", "否": "false", "いいえ": "false", "maybe": cell.BadBoolean, "": cell.BadBoolean, "2": cell.BadBoolean} {
		if got := result(cell.Boolean(in)); got != want {
			t.Errorf("%q is %s, want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{"owned": "owned", "Sold": "sold", "Verkauft": "sold", "Prêté": "loaned", "Vendido": "sold", "已拥有": "owned", "紛失": "lost", "In collection": "owned", "melted": cell.BadOption} {
		if got := result(cell.Status(in)); got != want {
			t.Errorf("the status %q is %s, want %s", in, got, want)
		}
	}
}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		in, want string
		max      int
	}{{" a\r\nb\rc ", "a\nb\nc", 10}, {"äöü", "äöü", 3}, {"äöüx", cell.TooLong, 3}, {"a\x00", cell.BadText, 10}, {"a\xff", cell.BadText, 10}} {
		if got := result(cell.Text(c.in, c.max)); got != c.want {
			t.Errorf("%q is %q, want %q", c.in, got, c.want)
		}
	}
	_, bad := cell.Text(strings.Repeat("ä", 256), 255)
	if bad.Expected != "text of at most 255 characters" || bad.Found != strings.Repeat("ä", 99)+"…" {
		t.Errorf("%+v", *bad)
	}
	options := []string{"Near Mint", "Good"}
	for in, want := range map[string]string{"Good": "Good", "near mint": "Near Mint", "bad": cell.BadOption} {
		if got := result(cell.Option(in, options)); got != want {
			t.Errorf("the option %q is %s, want %s", in, got, want)
		}
	}
	if id, ok := cell.UUID(" {0198F2A0-0000-7000-8000-00000000000A}"); !ok || id != "0198f2a0-0000-7000-8000-00000000000a" {
		t.Errorf("%s, %t", id, ok)
	}
	if _, ok := cell.UUID("0198f2a0-0000-7000-8000-00000000000g"); ok {
		t.Error("g is no digit")
	}
}

func TestPathsAndLists(t *testing.T) {
	for _, c := range []struct {
		in, separator string
		want          any
	}{
		{`Hall > Shelf 2`, " > ", []string{"Hall", "Shelf 2"}}, {`A\ > B > C`, " > ", []string{"A > B", "C"}}, {"Home / Attic", " / ", []string{"Home", "Attic"}}, {"Hall", "", []string{"Hall"}},
		{"", " > ", []string(nil)}, {"Hall >  > Shelf", " > ", cell.BadPath}, {" / x", " / ", cell.BadPath}, {strings.Repeat("x", 256), " > ", cell.TooLong},
	} {
		path, bad := cell.Path(c.in, c.separator)
		if got := result(path, bad); got != fmt.Sprint(c.want) {
			t.Errorf("%q is %s, want %v", c.in, got, c.want)
		}
	}
	for in, want := range map[string][]string{"a; b": {"a", "b"}, `a\; b; c`: {"a; b", "c"}, "a; ; a": {"a"}, "": nil} {
		if got := cell.List(in, "; "); !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
	if got := cell.List("a, b,c", ","); !reflect.DeepEqual(got, []string{"a", "b", "c"}) {
		t.Errorf("%q", got)
	}
}
