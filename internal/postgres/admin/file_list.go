package admin

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/archive"
	"vitrine/internal/files"
)

// fileList is the files that the rows of a snapshot name. There may be millions, so they are kept in a
// nameless temporary file; the transaction can end before their bytes are read.
type fileList struct {
	file *os.File
	n    int64
}

// listFiles lists the files of all accounts, or of those in scopes. A schema from
// before there were files has none.
func listFiles(ctx context.Context, tx pgx.Tx, tables []copied, scopes []int64) (*fileList, error) {
	list := &fileList{}
	for _, t := range tables {
		if t.name != "files" {
			continue
		}
		var err error
		if list.file, err = os.CreateTemp("", "vitrine-files-"); err != nil {
			return nil, fmt.Errorf("the list of files needs a directory for temporary files; set TMPDIR to one: %w", err)
		}
		t.columns = []string{"object", "sha256", "size"}
		to := bufio.NewWriter(list.file)
		err = errors.Join(os.Remove(list.file.Name()), t.copyOut(ctx, tx, scopes, io.MultiWriter(to, (*lineCount)(&list.n))), to.Flush())
		if err != nil {
			return nil, errors.Join(err, list.file.Close())
		}
	}
	return list, nil
}

// Close releases the list.
func (l *fileList) Close() error {
	if l == nil || l.file == nil {
		return nil
	}
	return l.file.Close()
}

// all reads the list from its start.
func (l *fileList) all() iter.Seq2[archive.File, error] {
	return func(yield func(archive.File, error) bool) {
		if l.file == nil {
			return
		}
		lines := bufio.NewScanner(io.NewSectionReader(l.file, 0, math.MaxInt64))
		for lines.Scan() {
			f, err := parseFile(lines.Text())
			if !yield(f, err) || err != nil {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(archive.File{}, err)
		}
	}
}

// parseFile reads a line of COPY, where a backslash is doubled.
func parseFile(line string) (f archive.File, err error) {
	values := strings.Split(line, "\t")
	if len(values) != 3 {
		return f, fmt.Errorf("the row of a file reads %q", line)
	}
	sum, err := hex.DecodeString(strings.TrimPrefix(values[1], `\\x`))
	if err != nil || len(sum) != len(f.Sum) {
		return f, fmt.Errorf("the hash of a file reads %q", values[1])
	}
	f.Name, f.Sum = values[0], [32]byte(sum)
	f.Size, err = strconv.ParseInt(values[2], 10, 64)
	return f, err
}

// stillNamed reports whether a row names an object now.
func stillNamed(ctx context.Context, conn *pgx.Conn, object string) (named bool, err error) {
	account, err := files.Account(object)
	if err != nil {
		return false, err
	}
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if err := openAccount(ctx, tx, account); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `select exists (select from files where account_id = $1 and object = $2)`, account, object).Scan(&named)
	})
	return named, err
}

// lineCount counts the lines written to it.
type lineCount int64

func (c *lineCount) Write(p []byte) (int, error) {
	*c += lineCount(bytes.Count(p, []byte{'\n'}))
	return len(p), nil
}
