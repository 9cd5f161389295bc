package tabular

import "fmt"

// Codes of files that cannot be read.
const (
	UnsupportedFormat = "unsupported_format"
	UnclosedQuote     = "unclosed_quote"
	XMLEntities       = "xml_entities"
	EmptyFile         = "empty_file"
	Damaged           = "damaged"          // no json, xml, xlsx or ZIP after all
	TooManyRows       = "too_many_rows"    //
	TooManyColumns    = "too_many_columns" //
	TooManyValues     = "too_many_values"  // in all cells
	TooLarge          = "too_large"        // unpacked, or a single text
	TooDeep           = "too_deep"         // objects in objects
	UnsafeArchive     = "unsafe_archive"   // a ZIP with .., links, archives in it, too many entries, a bomb
	NoTable           = "no_table"         // a ZIP without one
	SeveralTables     = "several_tables"   // a ZIP with more than one
	UnknownSheet      = "unknown_sheet"
)

// Failed says why a file cannot be read, in words for its owner.
type Failed struct {
	Code, Message string
	Row           int // 0 for no row in particular
}

func (f *Failed) Error() string { return f.Message }

func failed(code string, row int, message string, args ...any) *Failed {
	return &Failed{Code: code, Message: fmt.Sprintf(message, args...), Row: row}
}

// Limits of a file.
const (
	MaxRows          = 200_000 // that are not blank
	MaxColumns       = 256
	MaxCells         = 5_000_000 // that are not empty
	MaxCharacters    = 20_000    // of a cell
	MaxHeaderRow     = 20
	MaxDepth         = 32 // of json and xml
	MaxEntries       = 10_000
	MaxUnpacked      = 200_000_000
	MaxRatio         = 100
	maxTextBytes     = 4 << 20 // of a json text; longer ones are refused
	maxTitleBytes    = 1000
	sharedInMemory   = 32 << 20
	maxSharedStrings = 5_000_000
)
