// Package archive defines the file of a backup and checks every byte of it. It
// knows no SQL: to it, a table is lines of text.
//
// The file is a ZIP that any tool opens: tables/NAME.copy for each table, one
// line per row as PostgreSQL's COPY writes them, and manifest.json. Photos and
// documents are in files.tar, and their hashes in files.sha256, as sha256sum
// writes them. The comment at its end is the SHA-256 of everything before it.
package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// Format is raised when older programs can no longer read the file. Those of
// format 1 have no files; they are read like any other.
const Format = 2

const (
	manifestName = "manifest.json"
	sumsName     = "files.sha256"
	tarName      = "files.tar"
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
	Files         Files      `json:"files,omitzero"`
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

// Files counts the photos and documents: what the rows name, and what of it is in
// the backup.
type Files struct {
	Named   int64 `json:"named"`
	Held    int64 `json:"held"`
	Bytes   int64 `json:"bytes"`              // of those held
	Deleted int64 `json:"deleted,omitempty"`  // with their rows, while the backup was made
	LeftOut bool  `json:"left_out,omitempty"` // as the operator wished
}

// Lost counts the files that the store should have had and did not.
func (f Files) Lost() int64 {
	if f.LeftOut {
		return 0
	}
	return f.Named - f.Held - f.Deleted
}

// entries counts the files of the ZIP that hold them.
func (f Files) entries() int {
	if f.LeftOut || f.Named == 0 {
		return 0
	}
	return 2
}
