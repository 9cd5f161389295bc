package attachment_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"image"
	"image/png"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/files"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/postgres/people"
)

// site is a store and a database with an account that has an item.
type site struct {
	*attachment.Attachments
	*testing.T
	store files.Store
	url   string // of the database
	db    *postgres.DB
	actor identity.Actor
	hash  []byte
	item  int64
}

func newSite(t *testing.T) *site {
	t.Helper()
	store, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &site{Attachments: attachment.New(attachment.Options{Store: store}, slog.New(slog.DiscardHandler)), T: t, store: store}
	s.url = pgtest.Migrated(t)
	s.db, err = postgres.Open(t.Context(), s.url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.db.Close)
	token := identity.NewToken()
	if err := people.Register(t.Context(), s.db, identity.Registration{FirstName: "A", LastName: "B", Email: rand.Text() + "@example.org", DeviceName: "d"}, "x", token); err != nil {
		t.Fatal(err)
	}
	s.hash = identity.HashToken(token)
	if s.actor, _, err = people.Actor(t.Context(), s.db, s.hash); err != nil {
		t.Fatal(err)
	}
	var collection catalog.Collection
	s.change(catalog.CollectionCreated, func(w postgres.Writer) (err error) {
		collection, err = inventory.CreateCollection(t.Context(), w, catalog.CollectionInput{Name: "x", Emoji: "📦", Visibility: "private"})
		return err
	})
	s.change(catalog.ItemCreated, func(w postgres.Writer) error {
		made, err := inventory.CreateItem(t.Context(), w, collection.ID, catalog.ItemInput{Name: "x"})
		s.item = made.ID
		return err
	})
	return s
}

// scope is that of one request.
func (s *site) scope() postgres.Scope { return s.db.Scope(postgres.ByToken(s.hash, s.actor)) }

func (s *site) change(action catalog.Action, fn func(postgres.Writer) error) {
	s.Helper()
	if err := postgres.Change(s.Context(), s.scope(), action, fn); err != nil {
		s.Fatal(err)
	}
}

// picture is a random PNG.
func picture() []byte {
	m := image.NewNRGBA(image.Rect(0, 0, 8, 8))
	_, _ = rand.Read(m.Pix)
	for i := 3; i < len(m.Pix); i += 4 {
		m.Pix[i] = 255
	}
	var b bytes.Buffer
	_ = png.Encode(&b, m)
	return b.Bytes()
}

// post makes a photo as the API does.
func (s *site) post(content []byte) (catalog.Photo, error) {
	received, err := attachment.Receive(context.Background(), bytes.NewReader(content), attachment.MaxPhoto)
	if err != nil {
		return catalog.Photo{}, err
	}
	defer received.Close()
	made, err := s.KeepPhoto(s.Context(), s.actor.AccountID, received, "strip")
	if err != nil {
		return catalog.Photo{}, err
	}
	made.Filename = "x.png"
	var photo catalog.Photo
	var named string
	err = postgres.Change(s.Context(), s.scope(), catalog.ItemPhotoCreated, func(w postgres.Writer) (err error) {
		photo, named, err = inventory.CreatePhoto(s.Context(), w, s.item, made)
		return err
	})
	s.Settle(s.Context(), made.Stored, named, err)
	return photo, err
}

func (s *site) remove(id int64) error {
	err := postgres.Change(s.Context(), s.scope(), catalog.ItemPhotoDeleted, func(w postgres.Writer) error { return inventory.DeletePhoto(s.Context(), w, s.item, id) })
	if err != nil {
		return err
	}
	return postgres.Change(s.Context(), s.scope(), catalog.TrashEmptied, func(m postgres.Manager) error { return ledger.EmptyTrash(s.Context(), m) })
}

// sweepIn sweeps as if some time had passed, for objects and rows.
func (s *site) sweepIn(later time.Duration) attachment.Swept {
	s.Helper()
	s.age(later)
	done, err := s.Sweep(s.Context(), inventory.Files{DB: s.db}, time.Now().Add(later))
	if err != nil {
		s.Fatal(err)
	}
	return done
}

func (s *site) age(by time.Duration) {
	s.Helper()
	conn, err := pgx.Connect(s.Context(), s.url)
	if err != nil {
		s.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(s.Context(), `update files set named_at = named_at - make_interval(secs => $1)`, by.Seconds()); err != nil {
		s.Fatal(err)
	}
}

func (s *site) objects() (all []string) {
	s.Helper()
	for o, err := range s.store.List(s.Context(), files.Prefix(s.actor.AccountID)) {
		if err != nil {
			s.Fatal(err)
		}
		all = append(all, o.Name)
	}
	return all
}

// check requires every photo's bytes to be there, and returns how many there are.
func (s *site) check() int64 {
	s.Helper()
	reader, err := s.scope().View(identity.View)
	if err != nil {
		s.Fatal(err)
	}
	page, err := inventory.PhotosOf(s.Context(), reader, s.item, catalog.Paging{Number: 1, PerPage: 100})
	if err != nil {
		s.Fatal(err)
	}
	for _, p := range page.Items {
		reader, _ := s.scope().View(identity.View)
		c, err := inventory.PhotoContent(s.Context(), reader, s.item, p.ID)
		if errors.Is(err, fault.ErrNotFound) { // deleted since
			continue
		}
		received, failure := s.Fetch(s.Context(), c)
		if err := errors.Join(err, failure); err != nil {
			if _, again := s.again(p.ID); errors.Is(again, fault.ErrNotFound) {
				continue
			}
			s.Errorf("photo %d has a row and no bytes: %v", p.ID, err)
			continue
		}
		received.Close()
	}
	return page.Total
}

// again looks whether a photo is still there.
func (s *site) again(id int64) (catalog.Photo, error) {
	reader, err := s.scope().View(identity.View)
	if err != nil {
		return catalog.Photo{}, err
	}
	return inventory.Photo(s.Context(), reader, s.item, id)
}

func TestSweepTakesWhatNothingNames(t *testing.T) {
	s := newSite(t)
	kept, err := s.post(picture())
	if err != nil {
		t.Fatal(err)
	}
	gone, err := s.post(picture())
	if err != nil {
		t.Fatal(err)
	}
	orphan := files.NewName(s.actor.AccountID)
	if err := s.store.Put(t.Context(), orphan, strings.NewReader("x"), 1, sha256.Sum256([]byte("x"))); err != nil {
		t.Fatal(err)
	}
	if err := s.remove(gone.ID); err != nil {
		t.Fatal(err)
	}
	if done := s.sweepIn(time.Hour); done.Deleted != 0 || len(s.objects()) != 5 {
		t.Errorf("within a day it deleted %d, and left %q", done.Deleted, s.objects())
	}
	if done := s.sweepIn(25 * time.Hour); done.Deleted != 2 || len(s.objects()) != 2 {
		t.Errorf("after a day it deleted %d, and left %q", done.Deleted, s.objects())
	}
	if n := s.check(); n != 1 {
		t.Errorf("%d photos, want the one kept, %d", n, kept.ID)
	}
}

// An object that an upload names again during a sweep stays.
func TestSweepLeavesWhatUploadsName(t *testing.T) {
	s := newSite(t)
	contents := make([][]byte, 8)
	for i := range contents {
		contents[i] = picture()
	}
	var posted, swept atomic.Int64
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for n := range 25 {
				photo, err := s.post(contents[(i+n)%len(contents)])
				var taken *fault.Invalid
				switch {
				case errors.As(err, &taken): // another has it on the item
					continue
				case err != nil:
					t.Error(err)
					return
				}
				posted.Add(1)
				s.check()
				if err := s.remove(photo.ID); err != nil && !errors.Is(err, fault.ErrNotFound) {
					t.Error(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	for ended := false; !ended; {
		select {
		case <-done:
			ended = true
		default:
			s.age(25 * time.Hour) // of rows only: the day protects objects whose change is under way
			done, err := s.Sweep(t.Context(), inventory.Files{DB: s.db}, time.Now())
			if err != nil {
				t.Error(err)
			}
			swept.Add(done.Deleted)
		}
	}
	if posted.Load() < 20 || swept.Load() < 5 {
		t.Errorf("%d photos posted and %d files swept prove little", posted.Load(), swept.Load())
	}
	s.check()
	s.sweepIn(25 * time.Hour)
	if left := s.objects(); len(left) != 0 {
		t.Errorf("left after the last sweep: %q", left)
	}
}

func TestSweepRefusesAnotherInstallationsStore(t *testing.T) {
	one := newSite(t)
	other := newSite(t)
	one.sweepIn(0)
	mixed := attachment.New(attachment.Options{Store: one.store}, slog.New(slog.DiscardHandler))
	if _, err := mixed.Sweep(context.Background(), inventory.Files{DB: other.db}, time.Now().Add(48*time.Hour)); err == nil {
		t.Error("the store of another installation was swept")
	}
}
