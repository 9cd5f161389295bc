package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"vitrine/internal/operator"
)

// importCommand brings a file into a catalogue, over the API.
type importCommand struct {
	File              string
	Collection, New   string
	Profile, Mapping  string
	Options           []string
	Apply, SkipErrors bool
	Keep, JSON        bool
	Report            string
	Replace           bool
	Resume, Revert    string

	options map[string]any
	mapping map[string]json.RawMessage
}

func importCommands(e *environment) *cobra.Command {
	i := new(importCommand)
	c := command(e, i, "import FILE --collection X|--new NAME [--apply] [flags]", "Plan what a table, an archive or another program's file would bring; with --apply, bring it.")
	c.Long = `Plan what a table, an archive or another program's file would bring: how many rows are new, changed or wrong, and the first 20 issues. Nothing is written unless --apply is given, and what was written can be taken back for 30 days. An archive, and a table that names its collections, need neither --collection nor --new.` + codesHelp + `

The exit code is 0 if all is done, 1 if it failed, 2 if the command is not used as it should be, 3 if the plan has errors and nothing was written, 4 if rows were left out or met conflicts, 5 if another import is under way, 130 if it was interrupted: the service goes on, and --resume follows it.`
	f := c.Flags()
	f.StringVar(&i.Collection, "collection", "", "Number or name of the collection `X` to import into.")
	f.StringVar(&i.New, "new", "", "`NAME` of a collection to make.")
	f.StringVar(&i.Profile, "profile", "", "`PROGRAM` that wrote the file, or none; found out otherwise.")
	f.StringVar(&i.Mapping, "mapping", "", "`FILE` of JSON that says what the columns are, as the API takes it; guessed otherwise.")
	f.StringArrayVar(&i.Options, "option", nil, "How to read the file, as in `NAME=VALUE`: encoding=windows-1252, date_format=D.M.Y, currency_code=EUR. May be repeated.")
	f.BoolVar(&i.Apply, "apply", false, "Carry the plan out.")
	f.BoolVar(&i.SkipErrors, "skip-errors", false, "With --apply: leave out rows with errors.")
	f.BoolVar(&i.Keep, "keep", false, "Keep a plan that is not applied, for --resume or the pages.")
	f.StringVar(&i.Report, "report", "", "Write all issues and changes to `FILE`, as CSV.")
	f.BoolVar(&i.Replace, "replace", false, "Overwrite the file of --report.")
	f.BoolVar(&i.JSON, "json", false, "Print the import as the API shows it.")
	f.StringVar(&i.Resume, "resume", "", "Go on with import `ID`: follow it, send the rest of FILE, or carry on where it stopped.")
	f.StringVar(&i.Revert, "revert", "", "Take import `ID` back.")
	c.Args = arguments(0, &i.File)
	return c
}

// check refuses what does not fit together.
func (i *importCommand) check() error {
	begins := i.Collection + i.New + i.Profile + i.Mapping + strings.Join(i.Options, "")
	switch {
	case i.Resume != "" && i.Revert != "":
		return errors.New("go on with an import, or take one back: pass --resume or --revert, not both")
	case i.Revert != "" && (i.File != "" || begins != "" || i.Apply || i.SkipErrors || i.Keep):
		return errors.New("--revert takes back what is there: besides it, only --report and --json have a meaning")
	case i.Resume != "" && begins != "":
		return errors.New("--resume goes on with what was begun: collection, profile, mapping and options are known")
	case i.Resume+i.Revert != "" && strings.Trim(i.Resume+i.Revert, "0123456789") != "":
		return fmt.Errorf("%q is not the number of an import", i.Resume+i.Revert)
	case i.Resume+i.Revert+i.File == "":
		return errors.New("name the file to import, or an import with --resume or --revert")
	case i.Collection != "" && i.New != "":
		return errors.New("a file goes into one collection: pass --collection or --new, not both")
	case i.SkipErrors && !i.Apply && i.Resume == "":
		return errors.New("--skip-errors needs --apply: without it nothing is written anyway")
	}
	if err := i.readOptions(); err != nil {
		return err
	}
	if err := i.readMapping(); err != nil {
		return err
	}
	if i.Report != "" {
		return mayWrite(i.Report, i.Replace)
	}
	return nil
}

// readOptions gives the options their types, as the API takes them.
func (i *importCommand) readOptions() error {
	i.options = map[string]any{}
	for _, option := range i.Options {
		name, value, ok := strings.Cut(option, "=")
		if !ok || name == "" {
			return fmt.Errorf("--option %s: say it as in --option encoding=windows-1252", option)
		}
		switch name {
		case "header_row":
			n, err := strconv.Atoi(value)
			if err != nil {
				return fmt.Errorf("--option %s: it is the number of a row, and 0 if there are no headers", option)
			}
			i.options[name] = n
		case "zero_is_empty":
			columns := []int{}
			for part := range strings.SplitSeq(value, ",") {
				n, err := strconv.Atoi(strings.TrimSpace(part))
				if err != nil {
					return fmt.Errorf("--option %s: they are numbers of columns, as 4,5", option)
				}
				columns = append(columns, n)
			}
			i.options[name] = columns
		case "delimiter":
			if value == "tab" || value == `\t` {
				value = "\t"
			}
			i.options[name] = value
		default:
			i.options[name] = value
		}
	}
	return nil
}

// readMapping reads what the columns are. Options of the command line win.
func (i *importCommand) readMapping() error {
	i.mapping = map[string]json.RawMessage{}
	options := map[string]any{}
	if i.Mapping != "" {
		content, err := os.ReadFile(i.Mapping)
		if err != nil {
			return operator.Explain(err)
		}
		if err := json.Unmarshal(content, &i.mapping); err != nil {
			return fmt.Errorf("%s is not an object of JSON (%v): see the mapping of an import in the reference of the API", i.Mapping, err)
		}
		if given, ok := i.mapping["options"]; ok && json.Unmarshal(given, &options) != nil {
			return fmt.Errorf("%s: options is to be an object", i.Mapping)
		}
	}
	for name, value := range i.options {
		options[name] = value
	}
	if len(options) > 0 {
		content, err := json.Marshal(options)
		if err != nil {
			return err
		}
		i.mapping["options"] = content
	}
	return nil
}
