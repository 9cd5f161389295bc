package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// exportCommand fetches what a catalogue holds, over the API.
type exportCommand struct {
	What, ID        string
	Format, Columns string
	Query           string
	WithoutFiles    bool
	Output          string
	Replace, Keep   bool
	JSON            bool
	Resume          string

	query url.Values
}

func exportCommands(e *environment) *cobra.Command {
	x := new(exportCommand)
	c := command(e, x, "export items|copies|collection ID|archive|pack [-o FILE] [flags]", "Fetch a list, the archive of an account, or a pack for an insurer.")
	c.Long = `Fetch a list of items or copies, a collection with its copies, the archive of the whole account, or a pack for an insurer. The file gets its name when it is whole and its SHA-256 is right; none is overwritten without --replace.` + codesHelp + `

The exit code is 0 if all is done, 1 if it failed, 2 if the command is not used as it should be, 5 if another archive or pack is being made, 130 if it was interrupted: the service goes on, and --resume fetches the file.`
	f := c.Flags()
	f.StringVar(&x.Format, "format", "", "csv, xlsx or json, of a list (csv).")
	f.StringVar(&x.Columns, "columns", "", "`KEYS` of columns with commas, in order; all that an import takes otherwise.")
	f.StringVar(&x.Query, "query", "", "Filters and sort of a list as in its address, `A=B&C=D`; of a pack, what its order has, as provider=Helvetia&sheets=false.")
	f.BoolVar(&x.WithoutFiles, "without-files", false, "Of an archive: leave photos and documents out.")
	f.StringVarP(&x.Output, "output", "o", "", "`FILE` to write; named by the service otherwise.")
	f.BoolVar(&x.Replace, "replace", false, "Overwrite the file.")
	f.BoolVar(&x.Keep, "keep", false, "Keep it at the service, too, for 7 days. Packs are always kept, so that they can be verified.")
	f.BoolVar(&x.JSON, "json", false, "Print what was fetched as JSON.")
	f.StringVar(&x.Resume, "resume", "", "Wait for export `ID`, and fetch it.")
	c.Args = arguments(0, &x.What, &x.ID)
	return c
}

// lists are what has columns and formats.
var lists = []string{"items", "copies", "collection"}

// check refuses what does not fit together.
func (x *exportCommand) check() (err error) {
	x.query, err = url.ParseQuery(strings.TrimPrefix(x.Query, "?"))
	switch {
	case err != nil:
		return fmt.Errorf("--query %s: say it as in an address, status=owned&sort=name", x.Query)
	case x.Resume != "" && (x.What+x.Format+x.Columns+x.Query != "" || x.WithoutFiles):
		return errors.New("--resume fetches what was asked for: besides it, only --output, --replace, --keep and --json have a meaning")
	case x.Resume != "" && strings.Trim(x.Resume, "0123456789") != "":
		return fmt.Errorf("%q is not the number of an export", x.Resume)
	case x.Resume == "" && !slices.Contains(append([]string{"archive", "pack"}, lists...), x.What):
		return errors.New("say what to export: items, copies, collection ID, archive or pack")
	case (x.What == "collection") != (x.ID != ""):
		return errors.New("a collection is exported by its number or name, as in vitrine export collection 3")
	case x.Resume == "" && !slices.Contains(lists, x.What) && x.Format+x.Columns != "":
		return errors.New("only lists have a format and columns: items, copies and collections")
	case x.What == "archive" && x.Query != "":
		return errors.New("an archive holds all there is: --query has no meaning for it")
	case x.What != "archive" && x.WithoutFiles:
		return errors.New("--without-files is for archives")
	case x.Format != "" && !slices.Contains([]string{"csv", "xlsx", "json"}, x.Format):
		return fmt.Errorf("%q is no format: csv, xlsx or json", x.Format)
	case x.Output != "":
		return mayWrite(x.Output, x.Replace)
	}
	return nil
}

// order is what is asked of the service.
func (x *exportCommand) order() map[string]any {
	switch x.What {
	case "archive":
		return map[string]any{"kind": "archive", "without_files": x.WithoutFiles}
	case "pack":
		order := map[string]any{"kind": "insurance_pack"}
		for name, values := range x.query {
			order[name] = values[0]
			if name == "collection_ids" {
				order[name] = strings.Split(strings.Join(values, ","), ",")
			}
		}
		return order
	}
	order := map[string]any{"kind": "list", "list": x.What, "query": x.query.Encode()}
	for name, value := range map[string]string{"format": x.Format, "columns": x.Columns} {
		if value != "" {
			order[name] = value
		}
	}
	return order
}

// fileName is where the file goes. Of what the service calls it, only the last part counts.
func (x *exportCommand) fileName(called string) string {
	if x.Output != "" {
		return x.Output
	}
	name := filepath.Base(strings.ReplaceAll(called, `\`, "/"))
	if name == "." || name == "/" || strings.HasPrefix(name, ".") {
		return "vitrine-export"
	}
	return name
}

// fetchedFile is what --json prints.
type fetchedFile struct {
	File         string  `json:"file"`
	Size         int64   `json:"size"`
	SHA256       string  `json:"sha256"`
	Rows         *int64  `json:"rows"`
	Export       *string `json:"export"`
	Verification *string `json:"verification_url"`
}

func (x *exportCommand) say(e *environment, f fetchedFile) error {
	if x.JSON {
		return json.NewEncoder(e.stdout).Encode(f)
	}
	counted := ""
	if f.Rows != nil {
		counted = rows(*f.Rows) + ", "
	}
	fmt.Fprintf(e.stdout, "Wrote %s: %s%s bytes, SHA-256 %s\n", f.File, counted, grouped(f.Size), f.SHA256)
	if f.Verification != nil {
		fmt.Fprintf(e.stdout, "Whoever is handed it can verify it at %s\n", *f.Verification)
	}
	return nil
}
