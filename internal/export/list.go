package export

import (
	"encoding/json"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular/write"
)

// Asked is how a list was requested from a job.
type Asked struct {
	List    string `json:"list"`
	Query   string `json:"query"`
	Format  string `json:"format"`
	Columns string `json:"columns,omitempty"`
	Labels  *bool  `json:"labels,omitempty"`
	BOM     *bool  `json:"bom,omitempty"`
}

// Name is the file name of a list.
func (o Order) Name(today time.Time) string {
	return "vitrine-" + o.List + "-" + today.Format(time.DateOnly) + "." + o.Format
}

// Export requests the file from a job.
func (o Order) Export(asked Asked, today time.Time) (in catalog.NewExport, err error) {
	in = catalog.NewExport{Kind: catalog.ExportList, Name: o.Name(today)}
	in.MimeType, _, _ = strings.Cut(write.MediaTypes[o.Format], ";")
	if in.Asked, err = json.Marshal(asked); err == nil {
		in.Work, err = json.Marshal(o)
	}
	return in, err
}
