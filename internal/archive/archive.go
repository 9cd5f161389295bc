// Package archive is the file of a backup: what stands in it, and how every
// byte of it is checked. It knows no SQL: a table is lines of text to it.
//
// The file is a ZIP that any tool opens: tables/NAME.copy for each table, one
// line a row as PostgreSQL's COPY writes them, and manifest.json. The comment
// at its end holds the SHA-256 of all that stands before it.
package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// Format is raised when older programs could not read the file any more.
const Format = 1

const (
	manifestName = "manifest.json"
	sealPrefix   = "sha256="
	sealLength   = len(sealPrefix) + 2*sha256.Size
)

func entryName(table string) string { return "tables/" + table + ".copy" }

func seal(sum []byte) string { return sealPrefix + hex.EncodeToString(sum) }

// Manifest says what is in a backup, and what it needs to be used.
type Manifest struct {
	Format        int        `json:"format"`
	MadeAt        time.Time  `json:"made_at"` // the moment that the rows are of
	MadeBy        string     `json:"made_by"`
	PostgreSQL    string     `json:"postgresql"`
	Schema        int64      `json:"schema"`         // the last migration
	JobSchema     int        `json:"job_schema"`     // the same of the job queue's tables
	SecondFactors int        `json:"second_factors"` // users who need VITRINE_SECRET_KEY to log in
	SecretKey     string     `json:"secret_key_fingerprint,omitempty"`
	Tables        []Table    `json:"tables"`
	Sequences     []Sequence `json:"sequences"`
}

// Rows counts all rows.
func (m Manifest) Rows() (n int64) {
	for _, t := range m.Tables {
		n += t.Rows
	}
	return n
}

// Table is what is known of the rows of a table.
type Table struct {
	Name        string   `json:"name"`
	Columns     []string `json:"columns"`
	Rows        int64    `json:"rows"`
	Fingerprint string   `json:"fingerprint"`
}

// Sequence is where the numbering of rows goes on.
type Sequence struct {
	Name string `json:"name"`
	Last int64  `json:"last"` // that was given; 0 for none
}
