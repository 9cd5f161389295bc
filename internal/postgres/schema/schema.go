// Package schema holds the definition of the database: the tables at the baseline, the migrations
// since, and the current functions with their triggers. Package admin applies it.
package schema

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"strings"
)

// Baseline is the version that a new database begins with.
const Baseline = 136

// Oldest is the oldest version that can be brought to the baseline.
const Oldest = 103

// Migrations are the baseline and what came after it, named by their version.
//
//go:embed *.sql
var Migrations embed.FS

//go:embed before/*.sql
var before embed.FS

// Before are the migrations between the oldest version and the baseline, for
// databases that are older than it.
func Before() fs.FS {
	files, _ := fs.Sub(before, "before")
	return files
}

//go:embed functions/*.sql
var functions embed.FS

//go:embed functions.sum
var sum string

// File creates or replaces functions of one name and their triggers.
type File struct{ Name, SQL, Hash string }

// Functions are all files, by name.
func Functions() (files []File) {
	names, _ := fs.Glob(functions, "functions/*.sql")
	for _, name := range names {
		content, _ := functions.ReadFile(name)
		hash := sha256.Sum256(content)
		files = append(files, File{Name: strings.TrimPrefix(name, "functions/"), SQL: string(content), Hash: hex.EncodeToString(hash[:])})
	}
	return files
}

// FunctionsVersion grows with every change to a function. A program never replaces the functions of a
// later one: during an upgrade both may start. Each version is a line of functions.sum with the hash
// of all files.
func FunctionsVersion() int { return strings.Count(sum, "\n") }
