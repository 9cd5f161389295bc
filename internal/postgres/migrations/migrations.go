// Package migrations holds the schema, one file per step, beside the code that
// uses its tables. Package admin runs them.
package migrations

import "embed"

// Files are the migrations, named by their version.
//
//go:embed *.sql
var Files embed.FS
