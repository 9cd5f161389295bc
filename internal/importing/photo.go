package importing

import (
	"vitrine/internal/catalog"
	"vitrine/internal/tabular"
	"vitrine/internal/tabular/own"
)

// PhotoFile is a file beside the table. One that is no picture has no hash.
type PhotoFile struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256,omitempty"`
}

// SetPhotos tells which files came with the table.
func (p *Planner) SetPhotos(files []PhotoFile) {
	all := make([]tabular.Photo, len(files))
	p.sums = map[string]string{}
	for i, f := range files {
		all[i] = tabular.Photo{Name: f.Name}
		p.sums[f.Name] = f.SHA256
	}
	p.photos = tabular.NewPhotos(all)
}

// planPhotos plans the files that the row names. One that the item has already is left.
func (r *rowPlanner) planPhotos(item *Item) {
	names, src, _ := r.list("photo_files")
	for _, name := range names {
		found, ok := r.p.photos.Find(name)
		sum := r.p.sums[found.Name]
		switch {
		case !ok:
			r.wrong(src, "photo_missing", "a file in the ZIP", name)
			continue
		case sum == "":
			r.wrong(src, "photo_bad", "a picture of at most 20 MiB", name)
			continue
		case item != nil && item.Photos[sum], r.out.Group.photos[sum], r.out.photos[sum]:
			continue
		}
		if r.out.photos == nil {
			r.out.photos = map[string]bool{}
		}
		r.out.photos[sum] = true
		r.out.Write.Photos = append(r.out.Write.Photos, found.Name)
	}
	if len(r.out.Write.Photos) > catalog.MaxPhotos {
		r.wrong(src, "limit_reached", "at most 100 photos", "")
	}
	r.change("photo_files", "", own.JoinList(r.out.Write.Photos))
}
