package pack

import (
	"cmp"
	"encoding/json"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/i18n"
	"vitrine/internal/typeset"
)

// Order is a request for a pack.
type Order struct {
	catalog.PackFilter
	Options
}

// Validate refuses errors that do not depend on the account, and texts that the fonts cannot write.
func (o *Order) Validate(fonts *typeset.Fonts) error {
	wrong := o.Rules()
	if wrong.Err() == nil && !Writes(fonts, o.Locale) {
		wrong.Add("locale", "This installation has no fonts for the language. Its operator can add some with VITRINE_FONTS.")
	}
	return wrong.Err()
}

// Rules are the rules that an order breaks. It fills in defaults.
func (o *Order) Rules() (wrong *fault.Invalid) {
	wrong = &fault.Invalid{}
	if len(o.CollectionIDs) == 0 {
		o.CollectionIDs = nil
	}
	wrong.Max("policy_number", o.PolicyNumber, catalog.MaxName)
	wrong.Max("provider", o.Provider, catalog.MaxName)
	if o.MinimumValue != nil && *o.MinimumValue < 0 {
		wrong.Addf("minimum_value", "The %s field must be at least 0.")
	}
	o.Photos, o.Paper, o.Locale = cmp.Or(o.Photos, PhotoSizes[0]), cmp.Or(o.Paper, Papers[0]), cmp.Or(o.Locale, i18n.Locales[0])
	wrong.OneOf("photos", o.Photos, PhotoSizes)
	wrong.OneOf("paper", o.Paper, Papers)
	wrong.OneOf("locale", o.Locale, i18n.Locales)
	return wrong
}

// Fits refuses a pack without copies, or with too many.
func Fits(copies int64) error {
	switch {
	case copies == 0:
		return fault.On("kind", "Nothing that is held is in the pack.")
	case copies > catalog.MaxPacked:
		return fault.On("kind", "The pack would have more than %d copies. Narrow it down.", int64(catalog.MaxPacked))
	}
	return nil
}

// Work is the input of the job.
type Work struct {
	Order   Order
	Code    string
	Address string // where the pack can be verified
}

// orderJSON is an order as the API shows it.
type orderJSON struct {
	CollectionIDs []string `json:"collection_ids"`
	PolicyNumber  *string  `json:"policy_number"`
	Provider      *string  `json:"provider"`
	MinimumValue  *int64   `json:"minimum_value"`
	Places        bool     `json:"places"`
	Sheets        bool     `json:"sheets"`
	Documents     bool     `json:"documents"`
	Photos        string   `json:"photos"`
	Paper         string   `json:"paper"`
	Locale        string   `json:"locale"`
}

// Export is the export that makes the pack, verified at an address of the service.
func (o Order) Export(base string, day time.Time) (in catalog.NewExport, err error) {
	shown := orderJSON{MinimumValue: o.MinimumValue, Places: o.Places, Sheets: o.Sheets, Documents: o.Documents, Photos: o.Photos, Paper: o.Paper, Locale: o.Locale}
	for _, id := range o.CollectionIDs {
		shown.CollectionIDs = append(shown.CollectionIDs, strconv.FormatInt(id, 10))
	}
	if o.PolicyNumber != "" {
		shown.PolicyNumber = &o.PolicyNumber
	}
	if o.Provider != "" {
		shown.Provider = &o.Provider
	}
	work := Work{Order: o, Code: NewCode()}
	work.Address = base + "/v/" + work.Code
	in = catalog.NewExport{Kind: catalog.ExportPack, Name: "vitrine-insurance-pack-" + day.Format(time.DateOnly) + ".zip", MimeType: "application/zip"}
	if in.Asked, err = json.Marshal(shown); err == nil {
		in.Work, err = json.Marshal(work)
	}
	return in, err
}

// VerifiedAt is where a pack that was made can be verified; empty for other exports.
func VerifiedAt(e catalog.ExportFile) string {
	var work Work
	if e.Kind != catalog.ExportPack || e.State != catalog.ExportDone && e.State != catalog.ExportExpired || json.Unmarshal(e.Work, &work) != nil {
		return ""
	}
	return work.Address
}
