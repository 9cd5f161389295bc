// Package furnish writes locations, collections, items, copies and photos into an account
// as the API does, so that every rule, total and log entry holds. The sample of the pages
// and the demo are written by it.
package furnish

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
)

// Nowhere is the place of what has no location.
const Nowhere = -1

// Made is what was made, by id. Locations are in the order in which they were made; others
// name them by it.
type Made struct {
	Locations, Types, Fields, Collections, Items, Photos, Copies, Records []int64
}

type validated interface{ Validate() error }

// Write creates one object within a larger change, by the rules that apply to requests.
func Write[T any](ctx context.Context, s postgres.Scope, action catalog.Action, in validated, make func(postgres.Writer) (T, error)) (made T, err error) {
	if err := in.Validate(); err != nil {
		return made, err
	}
	err = postgres.Change(ctx, s, action, func(w postgres.Writer) (err error) {
		made, err = make(w)
		return err
	})
	return made, err
}

// Location makes a place inside another, or Nowhere.
func (m *Made) Location(ctx context.Context, s postgres.Scope, name, emoji string, parent int) error {
	in := catalog.LocationInput{Name: name, Emoji: emoji, ParentID: m.Place(parent)}
	made, err := Write(ctx, s, catalog.LocationCreated, &in, func(w postgres.Writer) (catalog.Location, error) { return inventory.CreateLocation(ctx, w, in) })
	m.Locations = append(m.Locations, made.ID)
	return err
}

// Place is the id of a location.
func (m *Made) Place(n int) *int64 {
	if n == Nowhere {
		return nil
	}
	return &m.Locations[n]
}

// Collection is a collection created with the type of its items.
type Collection struct {
	ID, Type int64
	fields   map[string]string // ids by name
}

// Collection makes a collection, and imports the type of its items.
func (m *Made) Collection(ctx context.Context, s postgres.Scope, t catalog.Template, in catalog.CollectionInput) (into Collection, err error) {
	document := catalog.Import{JSON: t.JSON, Document: t.Document}
	kind, err := Write(ctx, s, catalog.CollectionTypeImported, &document, func(w postgres.Writer) (catalog.CollectionType, error) {
		return inventory.ImportCollectionType(ctx, w, *document.Document.Type)
	})
	if err != nil {
		return into, err
	}
	in.TypeIDs = []int64{kind.ID}
	made, err := Write(ctx, s, catalog.CollectionCreated, &in, func(w postgres.Writer) (catalog.Collection, error) { return inventory.CreateCollection(ctx, w, in) })
	if err != nil {
		return into, err
	}
	reader, err := s.View(identity.View)
	if err != nil {
		return into, err
	}
	fields, err := inventory.CustomFields(ctx, reader, kind.ID, catalog.Paging{Number: 1, PerPage: 100})
	into = Collection{made.ID, kind.ID, map[string]string{}}
	for _, field := range fields.Items {
		into.fields[field.Name] = strconv.FormatInt(field.ID, 10)
		m.Fields = append(m.Fields, field.ID)
	}
	m.Types, m.Collections = append(m.Types, kind.ID), append(m.Collections, made.ID)
	return into, err
}

// Value is the value of a custom field, by the name of the field.
func (c Collection) Value(field string, value json.RawMessage) catalog.GivenValue {
	return catalog.GivenValue{Field: c.fields[field], JSON: value}
}

// Item makes an item of the type of its collection.
func (m *Made) Item(ctx context.Context, s postgres.Scope, into Collection, in catalog.ItemInput) (int64, error) {
	in.CollectionTypeID = &into.Type
	made, err := Write(ctx, s, catalog.ItemCreated, &in, func(w postgres.Writer) (catalog.Item, error) { return inventory.CreateItem(ctx, w, into.ID, in) })
	m.Items = append(m.Items, made.ID)
	return made.ID, err
}

// Copy makes a copy with its insurance records.
func (m *Made) Copy(ctx context.Context, s postgres.Scope, item int64, in catalog.CopyInput, location int, records []catalog.InsuranceRecordInput) (int64, error) {
	in.LocationID = m.Place(location)
	made, err := Write(ctx, s, catalog.CopyCreated, &in, func(w postgres.Writer) (catalog.Copy, error) { return inventory.CreateCopy(ctx, w, item, in) })
	if err != nil {
		return 0, fmt.Errorf("a copy: %w", err)
	}
	m.Copies = append(m.Copies, made.ID)
	for _, r := range records {
		record, err := Write(ctx, s, catalog.InsuranceRecordCreated, &r, func(w postgres.Writer) (catalog.InsuranceRecord, error) {
			return ledger.CreateInsuranceRecord(ctx, w, made.ID, r)
		})
		if err != nil {
			return 0, fmt.Errorf("an insurance record: %w", err)
		}
		m.Records = append(m.Records, record.ID)
	}
	return made.ID, nil
}

// Worth writes what a copy cost and was worth.
func Worth(ctx context.Context, s postgres.Scope, id int64, deals []catalog.TransactionInput, values []catalog.ValuationInput) error {
	for _, in := range deals {
		_, err := Write(ctx, s, catalog.TransactionCreated, &in, func(w postgres.Writer) (catalog.Transaction, error) {
			return ledger.CreateTransaction(ctx, w, id, in)
		})
		if err != nil {
			return fmt.Errorf("a transaction: %w", err)
		}
	}
	for _, in := range values {
		_, err := Write(ctx, s, catalog.ValuationCreated, &in, func(w postgres.Writer) (catalog.Valuation, error) {
			return ledger.CreateValuation(ctx, w, id, in)
		})
		if err != nil {
			return fmt.Errorf("a valuation: %w", err)
		}
	}
	return nil
}
