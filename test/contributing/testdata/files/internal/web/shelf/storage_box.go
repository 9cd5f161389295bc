package shelf

import (
	"net/http"

	"github.com/a-h/templ"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var storageBoxPages = []page.Row{
	page.Show("GET /storage-boxes", "GET /api/storage-boxes", storageBoxes),
	page.Edit("GET /storage-boxes/new", "", newStorageBox),
	page.Edit("POST /storage-boxes", "POST /api/storage-boxes", createStorageBox),
	page.Show("GET /storage-boxes/{storageBox}", "GET /api/storage-boxes/{storageBox}", storageBox),
	page.Edit("GET /storage-boxes/{storageBox}/edit", "", editStorageBox),
	page.Edit("POST /storage-boxes/{storageBox}", "PUT /api/storage-boxes/{storageBox}", updateStorageBox),
	page.Edit("POST /storage-boxes/{storageBox}/delete", "DELETE /api/storage-boxes/{storageBox}", deleteStorageBox),
}

// storageBoxList is a page of boxes.
type storageBoxList struct {
	Page  catalog.Page[catalog.StorageBox]
	Query string
}

// path is the address of the list from its beginning.
func (l storageBoxList) path() string {
	if l.Query != "" {
		return ui.With("/storage-boxes", "q", l.Query)
	}
	return "/storage-boxes"
}

// storageBoxes lists the boxes of all collections.
func storageBoxes(v *page.Visit) error {
	search, err := page.Search(v)
	if err != nil {
		return err
	}
	l := storageBoxList{Query: v.Param("q")}
	if err = v.Together(func(r postgres.Reader) (err error) {
		l.Page, err = inventory.StorageBoxes(v.Context(), r, catalog.StorageBoxFilter{Search: search}, v.Paging())
		return err
	}); err != nil {
		return err
	}
	return v.Show(http.StatusOK, "storage_boxes.title", "storage_boxes", func(f ui.Frame) templ.Component { return storageBoxesPage(f, l) })
}

func storageBox(v *page.Visit) error {
	s, err := page.Load(v, "storageBox", inventory.StorageBox)
	if err != nil {
		return err
	}
	f, err := v.Frame(s.Name, "storage_boxes")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, storageBoxPage(f, s))
}

// storageBoxForm shows the form of a new box, or of one that is there.
func storageBoxForm(of *catalog.StorageBox) page.Again {
	return func(v *page.Visit, status int, form ui.Form) error {
		var collections []catalog.CollectionLink
		if err := v.Together(func(r postgres.Reader) (err error) {
			collections, err = inventory.CollectionLinks(v.Context(), r)
			return err
		}); err != nil {
			return err
		}
		title := "storage_box.new"
		if of != nil {
			title = "storage_box.edit"
		}
		return v.Show(status, title, "storage_boxes", func(f ui.Frame) templ.Component {
			return storageBoxEdit(f, of, form.In(f.Texts).AsNotice("collection"), collections)
		})
	}
}

var storedStorageBox = page.Stored[catalog.StorageBox, catalog.StorageBoxInput]{Read: inventory.StorageBox, Write: inventory.UpdateStorageBox, Values: storageBoxValues, Input: storageBoxInput}

func storageBoxInput(v *page.Visit, _ *fault.Invalid) catalog.StorageBoxInput {
	return catalog.StorageBoxInput{Name: v.Text("name"), Description: v.Optional("description")}
}

func newStorageBoxInput(v *page.Visit, wrong *fault.Invalid) catalog.NewStorageBox {
	return catalog.NewStorageBox{CollectionID: v.Integer(wrong, "collection_id"), StorageBoxInput: storageBoxInput(v, wrong)}
}

func storageBoxValues(s catalog.StorageBox) map[string]string {
	return ui.Filled(map[string]any{"name": s.Name, "description": s.Description})
}

func newStorageBox(v *page.Visit) error { return storageBoxForm(nil)(v, http.StatusOK, ui.Form{}) }

func createStorageBox(v *page.Visit) error {
	return page.Create(v, catalog.StorageBoxCreated, newStorageBoxInput, inventory.CreateStorageBox, storageBoxForm(nil), func(s catalog.StorageBox) string { return ui.StorageBoxPath(s.ID) })
}

func editStorageBox(v *page.Visit) error {
	s, err := page.Load(v, "storageBox", inventory.StorageBox)
	if err != nil {
		return err
	}
	return storageBoxForm(&s)(v, http.StatusOK, ui.Edited(storageBoxValues(s)))
}

func updateStorageBox(v *page.Visit) error {
	s, err := page.Load(v, "storageBox", inventory.StorageBox)
	if err != nil {
		return err
	}
	return page.Update(v, catalog.StorageBoxUpdated, s.ID, storedStorageBox, storageBoxForm(&s), ui.StorageBoxPath(s.ID))
}

func deleteStorageBox(v *page.Visit) error {
	return v.Delete("storageBox", catalog.StorageBoxDeleted, "/storage-boxes", inventory.DeleteStorageBox)
}

// storageBoxBack is where one came from to the form of a box.
func storageBoxBack(of *catalog.StorageBox) string {
	if of == nil {
		return "/storage-boxes"
	}
	return ui.StorageBoxPath(of.ID)
}
