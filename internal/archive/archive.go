// Package archive defines the file of a backup and checks every byte of it. It
// knows no SQL: to it, a table is lines of text.
//
// The file is a ZIP that any tool opens: tables/NAME.copy for each table, one
// line per row as PostgreSQL's COPY writes them, and manifest.json. The comment
// at its end is the SHA-256 of everything before it.
package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// Format is raised when older programs can no longer read the file.
const Format = 1

const (
	manifestName = "manifest.json"
	sealPrefix   = "sha256="
	sealLength   = len(sealPrefix) + 2*sha256.Size
)

func entryName(table string) string { return "tables/" + table + ".copy" }

func seal(sum []byte) string { return sealPrefix + hex.EncodeToString(sum) }

// Manifest describes the content and requirements of a backup.
type Manifest struct {
	Format        int        `json:"format"`
	MadeAt        time.Time  `json:"made_at"` // time of the snapshot
	MadeBy        string     `json:"made_by"`
	PostgreSQL    string     `json:"postgresql"`
	Schema        int64      `json:"schema"`         // the last migration
	JobSchema     int        `json:"job_schema"`     // last migration of the job queue's tables
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

// Table describes the rows of a table.
type Table struct {
	Name        string   `json:"name"`
	Columns     []string `json:"columns"`
	Rows        int64    `json:"rows"`
	Fingerprint string   `json:"fingerprint"`
}

// Sequence is the state of an id sequence.
type Sequence struct {
	Name string `json:"name"`
	Last int64  `json:"last"` // last id given; 0 for none
}
