package catalog

import (
	"strings"
	"sync"

	"vitrine/internal/fault"
)

// currencies lists the current codes of ISO 4217, including funds and precious
// metals, excluding those for testing and for no currency.
const currencies = `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD
HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD
MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG
QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS
UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XUA
YER ZAR ZMW ZWG`

var currencySet = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for code := range strings.FieldsSeq(currencies) {
		set[code] = true
	}
	return set
})

// currency requires a given code to be one of ISO 4217, and upper-cases it in
// place.
func currency(e *fault.Invalid, field string, code *string) {
	if code == nil {
		return
	}
	*code = strings.ToUpper(*code)
	if !currencySet()[*code] {
		e.Addf(field, "The %s field must be a three-letter ISO 4217 currency code, such as EUR.")
	}
}

// KnownCurrency is currency for a parameter that may be empty.
func KnownCurrency(e *fault.Invalid, field string, code *string) {
	if *code != "" {
		currency(e, field, code)
	}
}
