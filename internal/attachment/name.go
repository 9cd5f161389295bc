package attachment

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/internal/catalog"
	"vitrine/internal/files/document"
	"vitrine/internal/files/picture"
)

const maxFilename = 255

// BaseName is the name of a file without directories, control characters and marks that change the
// direction of writing. An empty result is replaced by a name made from the kind.
func BaseName(name, kind string) string {
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, ""), `\`, "/"))
	name = strings.TrimSpace(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) || c == '\u2028' || c == '\u2029' {
			return -1
		}
		return c
	}, name))
	if strings.Trim(name, "./") == "" {
		return "photo." + strings.TrimPrefix(kind, "image/")
	}
	ending := path.Ext(name)
	if letters := []rune(name); len(letters) > maxFilename {
		if len(ending) > 16 {
			ending = ""
		}
		name = string(letters[:maxFilename-utf8.RuneCountInString(ending)]) + ending
	}
	return name
}

// Disposition names a file in ASCII and, by RFC 8187, in full.
func Disposition(name string, inline bool) string {
	kind := "attachment"
	if inline {
		kind = "inline"
	}
	plain := strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' || strings.ContainsRune(`"\%;/`, c) {
			return '_'
		}
		return c
	}, name)
	return kind + `; filename="` + plain + `"; filename*=UTF-8''` + strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
}

// endings are the file endings of the kinds of documents.
var endings = map[string]string{"application/pdf": ".pdf", "image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp", "image/gif": ".gif", "image/heic": ".heic",
	"application/msword": ".doc", "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx", "application/vnd.ms-excel": ".xls",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx", "application/vnd.oasis.opendocument.text": ".odt",
	"application/vnd.oasis.opendocument.spreadsheet": ".ods", "text/csv": ".csv", "text/plain": ".txt"}

// WithEnding is the name of a document as a file.
func WithEnding(c catalog.Content) string {
	ending := endings[c.MimeType]
	if strings.HasSuffix(strings.ToLower(c.Filename), ending) {
		return c.Filename
	}
	return c.Filename + ending
}

// saved is a type that browsers only save.
const saved = "application/octet-stream"

// ServedPhoto is the type that an original is sent as. Only types that photos can have are shown,
// whatever the row says; browsers save others.
func ServedPhoto(c catalog.Content) (kind string, inline bool) {
	if slices.Contains(picture.Kinds, c.MimeType) {
		return c.MimeType, true
	}
	return saved, false
}

// ServedDocument is the type that a document is sent as. Only accepted types are named, whatever the
// row says; browsers save others.
func ServedDocument(c catalog.Content) string {
	switch {
	case endings[c.MimeType] == "":
		return saved
	case strings.HasPrefix(c.MimeType, "text/"):
		return c.MimeType + "; charset=utf-8"
	}
	return c.MimeType
}

// ShownInline reports whether a browser may show a document instead of saving it.
func ShownInline(c catalog.Content) bool { return slices.Contains(document.Inline, c.MimeType) }
