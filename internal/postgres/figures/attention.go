package figures

import (
	"context"
	"math"
	"math/big"
	"slices"
	"sort"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// watch finds what needs attention.
type watch struct {
	now       circumstances
	last      time.Time // the last day that matters
	threshold *int64
	codes     []string  // currencies that can be converted
	rates     []float64 // approximate worth of their units
	least     []int64   // least amounts above the threshold; 0 without one
}

func newWatch(f catalog.AttentionFilter, now circumstances) watch {
	days, w := now.AttentionDays, watch{now: now, threshold: now.UninsuredAbove}
	if f.Days != nil {
		days = *f.Days
	}
	if f.UninsuredAbove != nil {
		w.threshold = f.UninsuredAbove
	}
	w.last = now.day.AddDate(0, 0, int(days))
	codes := append(now.rates.Codes(), now.CurrencyCode)
	slices.Sort(codes)
	for _, code := range slices.Compact(codes) {
		least, known := now.rates.LeastAbove(w.above(), now.CurrencyCode, code)
		if !known {
			continue
		}
		if !least.IsInt64() { // no copy can be worth that much
			least.SetInt64(math.MaxInt64)
		}
		w.codes, w.rates, w.least = append(w.codes, code), append(w.rates, now.rates.About(code, now.CurrencyCode)), append(w.least, least.Int64())
	}
	return w
}

func (w watch) above() int64 {
	if w.threshold == nil {
		return 0
	}
	return *w.threshold
}

// queue requests entries, or only their number.
func (w watch) queue(b *pgx.Batch, account int64, only []int64, cover string) {
	b.Queue(withDays, account, only, w.now.day, w.last)
	b.Queue(cover, account, only, w.now.day, w.codes, w.rates, w.least, w.now.UnderInsuredPercent)
}

// noticed is all entries, the most urgent first.
type noticed struct {
	all       []catalog.Noticed
	counts    map[string]int64
	truncated bool
}

func (w watch) read(answers pgx.BatchResults) (n noticed, err error) {
	due, cover, err := w.answered(answers)
	if err != nil {
		return n, err
	}
	for _, d := range due {
		n.all = append(n.all, catalog.Noticed{Kind: d.Kind, SourceID: d.SourceID, CopyID: d.CopyID, DueAt: &d.DueAt, Worth: w.worth(d.Code, d.Value)})
	}
	for _, c := range cover {
		n.all = append(n.all, catalog.Noticed{Kind: c.Kind, SourceID: c.CopyID, CopyID: c.CopyID, Worth: w.worth(c.Code, c.Value)})
	}
	catalog.ByUrgency(n.all)
	n.count()
	return n, nil
}

// readCounts counts entries by kind, up to MaxAttention.
func (w watch) readCounts(answers pgx.BatchResults) (map[string]int64, error) {
	due, cover, err := w.answered(answers)
	return countNoticed(due, cover), err
}

func countNoticed(due []dueRecord, cover []coverRecord) map[string]int64 {
	counts := nothingNoticed()
	for _, d := range due {
		counts[d.Kind]++
	}
	for _, c := range cover {
		counts[c.Kind] += c.N
	}
	for kind, n := range counts {
		counts[kind] = min(n, catalog.MaxAttention)
	}
	return counts
}

func nothingNoticed() map[string]int64 {
	counts := map[string]int64{}
	for _, kind := range catalog.AttentionKinds {
		counts[kind] = 0
	}
	return counts
}

// answered reads entries with a day, and those with too little cover.
func (w watch) answered(answers pgx.BatchResults) (due []dueRecord, cover []coverRecord, err error) {
	if due, err = engine.Rows[dueRecord](answers); err != nil {
		return nil, nil, err
	}
	cover, err = engine.Rows[coverRecord](answers)
	return due, w.insufficient(cover), err
}

// insufficient drops uncertain entries whose cover is enough.
func (w watch) insufficient(cover []coverRecord) []coverRecord {
	return slices.DeleteFunc(cover, func(c coverRecord) bool {
		if c.Certain {
			return false
		}
		enough, _ := catalog.Enough(c.value()[0], c.cover(), w.now.UnderInsuredPercent, w.now.rates, w.now.CurrencyCode)
		return enough
	})
}

type dueRecord struct {
	Kind             string
	SourceID, CopyID int64
	DueAt            time.Time
	Code             *string
	Value            *int64
}

// coverRecord is a copy with too little cover, or the number of such copies of a kind.
type coverRecord struct {
	Kind    string
	Certain bool
	N       int64
	valued
}

// count counts entries by kind, and drops those beyond MaxAttention.
func (n *noticed) count() {
	n.counts = nothingNoticed()
	n.all = slices.DeleteFunc(n.all, func(e catalog.Noticed) bool {
		if n.counts[e.Kind] == catalog.MaxAttention {
			n.truncated = true
			return true
		}
		n.counts[e.Kind]++
		return false
	})
}

// valued is a copy with its cover today.
type valued struct {
	CopyID  int64
	Code    *string
	Value   *int64
	Codes   []string // of the records, with their amounts
	Amounts []int64
}

func (v valued) value() (sums []catalog.Sum) {
	if v.Code != nil && v.Value != nil {
		sums = append(sums, catalog.Sum{CurrencyCode: *v.Code, Amount: big.NewInt(*v.Value)})
	}
	return sums
}

func (v valued) cover() (sums []catalog.Sum) {
	for i, code := range v.Codes {
		sums = append(sums, catalog.Sum{CurrencyCode: code, Amount: big.NewInt(v.Amounts[i])})
	}
	return sums
}

func (w watch) worth(code *string, value *int64) *big.Int {
	if code == nil || value == nil {
		return nil
	}
	worth, _ := w.now.rates.Convert(catalog.Sum{CurrencyCode: *code, Amount: big.NewInt(*value)}, w.now.CurrencyCode)
	return worth
}

// bytesNoticed is the approximate size of an entry in memory.
const bytesNoticed = 160

// Attention lists what needs attention, the most urgent first.
func Attention(ctx context.Context, r engine.Reader, f catalog.AttentionFilter, p catalog.Paging) (catalog.Attention, error) {
	r = engine.Narrowed(r)
	now, err := readCircumstances(ctx, r, nil)
	if err != nil {
		return catalog.Attention{}, err
	}
	n, err := under(r, now, askedOf(f), func() (n noticed, _ int, err error) {
		w := newWatch(f, now)
		err = engine.Survey(ctx, r, engine.Inquiry{Queue: func(b *pgx.Batch) {
			w.queue(b, r.AccountID(), within(r, f.CollectionID), w.listed())
		}, Read: func(answers pgx.BatchResults) (err error) {
			n, err = w.read(answers)
			return err
		}})
		return n, bytesNoticed * len(n.all), err
	})
	if err != nil {
		return catalog.Attention{}, err
	}
	found := catalog.Attention{Counts: n.counts, AsOf: now.day, Truncated: n.truncated}
	shown, page, err := n.page(f.Kind, p)
	found.Page = page
	if err != nil || len(shown) == 0 {
		return found, err
	}
	found.Items, err = entries(ctx, r, shown, now)
	return found, err
}

// askedOf is the cache key of a filter. Entries of all kinds are computed, whichever are shown.
func askedOf(f catalog.AttentionFilter) string {
	what := "attention"
	for i, n := range []*int64{f.CollectionID, f.Days, f.UninsuredAbove} {
		if n != nil {
			what += [...]string{" in ", " within ", " above "}[i] + engine.FormatID(*n)
		}
	}
	return what
}

// page is a page of the entries of a kind, or of all.
func (n noticed) page(kind string, p catalog.Paging) (shown []catalog.Noticed, page catalog.Page[catalog.AttentionEntry], err error) {
	page, all := catalog.Page[catalog.AttentionEntry]{Paging: p}, n.all
	if kind != "" {
		first := slices.IndexFunc(all, func(e catalog.Noticed) bool { return e.Kind == kind })
		all = all[max(0, first):][:n.counts[kind]]
	}
	from := min(int(p.Offset()), len(all))
	if p.After != "" {
		behind, err := catalog.ParseNoticed(p.After)
		if err != nil {
			return nil, page, err
		}
		from = sort.Search(len(all), func(i int) bool { return all[i].Behind(behind) })
	}
	shown = all[from:min(from+int(p.PerPage), len(all))]
	page.Total = int64(len(all))
	if from+len(shown) < len(all) && len(shown) > 0 {
		page.NextAfter = shown[len(shown)-1].Cursor()
	}
	return shown, page, nil
}

// entries adds the data of the copies; copies deleted meanwhile are left out.
func entries(ctx context.Context, r engine.Reader, shown []catalog.Noticed, now circumstances) (entries []catalog.AttentionEntry, err error) {
	ids := make([]int64, len(shown))
	for i, e := range shown {
		ids[i] = e.CopyID
	}
	type itemOfCopy struct {
		valued
		ItemID, CollectionID int64
		ItemName             string
	}
	var found []itemOfCopy
	err = engine.Survey(ctx, r, engine.Inquiry{Queue: func(b *pgx.Batch) {
		b.Queue(noticedCopies, r.AccountID(), ids, now.day)
	}, Read: func(answers pgx.BatchResults) (err error) {
		found, err = engine.Rows[itemOfCopy](answers)
		return err
	}})
	for _, e := range shown {
		for _, c := range found {
			if c.CopyID == e.CopyID {
				entries = append(entries, catalog.AttentionEntry{Kind: e.Kind, SourceID: e.SourceID, CopyID: e.CopyID, DueAt: e.DueAt,
					ItemID: c.ItemID, ItemName: c.ItemName, CollectionID: c.CollectionID,
					Value: catalog.NewMoney(now.CurrencyCode, now.rates, c.value()...), Covered: catalog.NewMoney(now.CurrencyCode, now.rates, c.cover()...)})
			}
		}
	}
	return entries, err
}
