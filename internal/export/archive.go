package export

import (
	"encoding/json"
	"strconv"
	"time"

	"vitrine/internal/catalog"
)

// Archive asks for an archive of the whole account.
func Archive(withoutFiles bool, today time.Time) catalog.NewExport {
	return catalog.NewExport{Kind: catalog.ExportArchive, Name: "vitrine-archive-" + today.Format(time.DateOnly) + ".zip", MimeType: "application/zip",
		Asked: json.RawMessage(`{"without_files":` + strconv.FormatBool(withoutFiles) + `}`), Work: json.RawMessage(`{}`)}
}
