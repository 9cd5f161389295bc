package api

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/tabular"
)

// newImport receives a file, finds it by its hash, or announces its parts.
func newImport(s *Server, r *request, a *attached) (func(context.Context, postgres.Writer) (importing.Import, string, error), error) {
	reader, err := r.View(identity.Edit)
	if err != nil {
		return nil, err
	}
	f, err := s.readForm(r, importing.MaxUpload, a, nil)
	if err != nil {
		return nil, err
	}
	hash, size := f.text("sha256"), f.integer("size")
	if f.file == nil && hash != "" && size == nil {
		if f.file, err = s.byHash(r, reader, hash); err != nil {
			return nil, err
		}
		a.closing(f.file)
	}
	in, err := f.importInput()
	if err != nil {
		return nil, err
	}
	archive := in.Asked.Format == tabular.Archive
	if archive && !identity.Manage.Allows(r.Actor) {
		return nil, fault.ErrNotFound
	}
	switch {
	case f.file != nil && archive:
		a.stored, err = s.attachments.KeepArchive(r.Context(), r.AccountID, f.file)
	case f.file != nil:
		a.stored, err = s.attachments.KeepFile(r.Context(), r.AccountID, f.file)
	case hash != "" && size != nil:
		a.stored, err = r.announced(hash, *size)
	default:
		err = fault.On("file", "Give a file, the sha256 of one that is stored, or name, size and sha256 of one to send in parts.")
	}
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, w postgres.Writer) (importing.Import, string, error) {
		return exchange.CreateImport(ctx, w, in, a.stored)
	}, nil
}

// announced is a file whose parts will follow. Anything larger than a table must be an archive, which
// only owners may import and the quota limits.
func (r *request) announced(hash string, size int64) (catalog.Stored, error) {
	sum, ok := parseSum(hash)
	switch {
	case !ok:
		return catalog.Stored{}, fault.On("sha256", "The sha256 field must be 64 hexadecimal digits.")
	case size < 1 || size > importing.MaxUpload && !identity.Manage.Allows(r.Actor):
		return catalog.Stored{}, importing.ErrSize
	}
	return catalog.Stored{Sum: sum, Size: size, Quota: r.quota}, nil
}

// importInput reads the destination and kind of the file.
func (f *form) importInput() (importing.NewImport, error) {
	in := importing.NewImport{Name: fileName(f.text("name"), f.filename), CollectionID: f.integer("collection_id"), Source: f.text("source")}
	in.Asked.Format, in.Asked.Profile = f.text("format"), f.text("profile")
	if f.file != nil && portable.Is(f.file, f.file.Size) {
		in.Asked.Format = tabular.Archive
	}
	var wrong fault.Invalid
	wrong.OneOf("format", in.Asked.Format, tabular.Formats)
	if v, ok := f.nested("options"); ok && stdjson.Unmarshal(v, &in.Asked.Options) != nil {
		wrong.Add("options", "The options field is not valid.")
	}
	if v, ok := f.nested("collection"); ok {
		if made, err := newCollectionOf(v); err != nil {
			return in, renamed(err, "body", "collection")
		} else {
			in.NewCollection = made
		}
	}
	if in.Source == "" {
		in.Source = "file"
		if in.Asked.Profile != "" && in.Asked.Profile != tabular.None {
			in.Source = in.Asked.Profile
		}
	}
	wrong.Max("source", in.Source, catalog.MaxName)
	f.refuseUnknown()
	return in, f.merge(&wrong)
}

// nested is an object, which a form holds as text.
func (f *form) nested(name string) (jsontext.Value, bool) {
	v, ok := f.get(name)
	if !ok || v.Kind() == 'n' {
		return nil, false
	}
	if v.Kind() == '"' {
		v = jsontext.Value(unquote(v))
	}
	if v.Kind() != '{' || !v.IsValid() {
		f.wrong.Addf(name, "The %s field must be an object.")
		return nil, false
	}
	return v, true
}

// newCollectionOf checks a new collection like its POST. It is private.
func newCollectionOf(v jsontext.Value) (stdjson.RawMessage, error) {
	members, err := parseObject(v, maxDepth)
	if err != nil {
		return nil, fault.On("collection", errBodyMessage)
	}
	if _, ok := members["visibility"]; !ok {
		members["visibility"] = jsontext.Value(`"private"`)
	}
	in, err := decode(&body{members: members}, newCollectionInput)
	if err != nil {
		return nil, err
	}
	in.Visibility = "private"
	var out bytes.Buffer
	if err := stdjson.NewEncoder(&out).Encode(in); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// fileName is the name of an import: the given one, or that of its file.
func fileName(given, of string) string {
	name := strings.TrimSpace(given)
	if name == "" {
		name = path.Base(strings.ReplaceAll(of, `\`, "/"))
	}
	name = strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", ""), "")
	if name == "" || name == "." || name == "/" {
		return "import"
	}
	for utf8.RuneCountInString(name) > catalog.MaxName {
		name = name[:len(name)-1]
		name = strings.ToValidUTF8(name, "")
	}
	return name
}
