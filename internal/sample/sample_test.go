package sample

import (
	"bytes"
	"image/jpeg"
	"io/fs"
	"slices"
	"testing"
	"time"
)

// However long ago the files were made, the sample is of today: nothing is bought
// tomorrow, and what is insured is insured now.
func TestTheSampleIsOfToday(t *testing.T) {
	for _, today := range []time.Time{time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), time.Date(2031, 3, 2, 0, 0, 0, 0, time.UTC)} {
		d, err := read(today)
		if err != nil {
			t.Fatal(err)
		}
		insured, paid, valued, bought, serviced := 0, 0, 0, time.Time{}, ""
		for _, c := range d.Collections {
			for _, i := range c.Items {
				for _, v := range i.Values {
					if v.Field == "Last serviced" {
						serviced = max(serviced, string(v.JSON))
					}
				}
				for _, owned := range i.Copies {
					paid += len(owned.Transactions)
					for _, v := range owned.Valuations {
						if valued++; v.ValuedAt.After(today) {
							t.Errorf("on %s, %s was valued on %s", today, i.Name, v.ValuedAt)
						}
					}
					if owned.AcquiredAt != nil && owned.AcquiredAt.After(bought) {
						bought = *owned.AcquiredAt
					}
					for _, r := range owned.Records {
						insured++
						if now := !today.Before(*r.StartsAt) && !today.After(*r.EndsAt); now != (r.Status == "active") {
							t.Errorf("on %s, a record of %s from %s to %s is %s", today, i.Name, r.StartsAt, r.EndsAt, r.Status)
						}
					}
				}
			}
		}
		if paid < 25 || valued < 25 {
			t.Errorf("%d prices and %d values are nothing to look at", paid, valued)
		}
		year := today.AddDate(-1, 0, 0)
		if bought.After(today) || bought.Before(year) || insured == 0 {
			t.Errorf("on %s, the last copy was bought on %s, and %d are insured", today, bought, insured)
		}
		if serviced > `"`+today.Format(time.DateOnly)+`"` || serviced < `"`+year.Format(time.DateOnly)+`"` {
			t.Errorf("on %s, the last service was on %s", today, serviced)
		}
	}
}

// Each photo is there, is small, and belongs to one item; none is carried for nothing.
func TestPhotosAreSmallAndUsed(t *testing.T) {
	d, err := read(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, c := range d.Collections {
		for _, i := range c.Items {
			if len(i.Photos) == 0 {
				t.Errorf("%s has no photo", i.Name)
			}
			named = append(named, i.Photos...)
		}
	}
	var carried []string
	total := 0
	files, err := fs.ReadDir(content, "photos")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		file, err := content.ReadFile("photos/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		total += len(file)
		carried = append(carried, f.Name())
		if _, err := jpeg.Decode(bytes.NewReader(file)); err != nil {
			t.Errorf("%s: %v", f.Name(), err)
		}
	}
	slices.Sort(named)
	if !slices.Equal(named, carried) || total > 700<<10 {
		t.Errorf("the items name %q, and the program carries %q, of %d bytes", named, carried, total)
	}
}
