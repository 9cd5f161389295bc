package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/portable"
)

// writeArchives writes an archive of version 1, and two that must be refused.
func writeArchives() {
	whole := archive()
	write("archive-v1.zip", whole)
	z := must(zip.NewReader(bytes.NewReader(whole), int64(len(whole))))
	damaged := bytes.Clone(whole)
	var entries []entry
	for _, f := range z.File {
		content := string(must(io.ReadAll(must(f.Open()))))
		switch f.Name {
		case "data/items.jsonl":
			damaged[must(f.DataOffset())+int64(f.CompressedSize64)/2] ^= 1
		case "manifest.json":
			content = strings.Replace(content, fmt.Sprintf(`"version":%d`, portable.Version), `"version":1000`, 1)
		}
		entries = append(entries, file(f.Name, content))
	}
	write("bad/archive-damaged.zip", damaged)
	write("bad/archive-new.zip", packed(entries...))
}

// object is an object of an archive by its members; those that are left out are none.
type object map[string]any

// id is a uuid with a number at its end.
func id(n int) string { return fmt.Sprintf("0198f2a0-0000-7000-8000-%012d", n) }

// made is when the objects of the archive were made, one after the other.
func made(n int) time.Time {
	return time.Date(2026, 3, 1, 12, 0, n, 123456000, time.UTC)
}

const day = "2024-05-06"

func sum(content string) string {
	s := sha256.Sum256([]byte(content))
	return hex.EncodeToString(s[:])
}

// archive is an account with an object of each kind.
func archive() []byte {
	var b bytes.Buffer
	w := portable.NewWriter(&b)
	objects, files := catalogue()
	for _, p := range portable.Parts {
		check(w.Part(p, func(add func([]any) error) error {
			for n, o := range objects[p.Name] {
				values := make([]any, len(p.Members))
				for i, m := range p.Members {
					values[i] = o[m.Name]
					if at, ok := values[i].(int); ok {
						values[i] = int64(at)
					}
					if values[i] == nil && (m.Name == "created_at" || m.Name == "updated_at") {
						values[i] = made(n)
					}
				}
				if err := add(values); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	for _, content := range files {
		check(w.File(sum(content), strings.NewReader(content)))
	}
	check(w.Close(portable.Account{Name: "Ada Example", UUID: id(999)}, "vitrine samples", made(59)))
	return b.Bytes()
}

func catalogue() (map[string][]object, []string) {
	photo, receipt := picture(4), "A receipt of 12.00 EUR.\n"
	ofCopy := func(n int, more object) object {
		more["uuid"], more["copy_uuid"] = id(n), id(131)
		return more
	}
	return map[string][]object{
		"account":             {{"currency": "EUR", "photo_place": "strip", "trash_retention_days": 30, "public_sharing": false, "under_insured_percent": 90, "attention_days": 30}},
		"locations":           {{"uuid": id(11), "parent_uuid": id(12), "name": "Tray 1", "emoji": "🗄️"}, {"uuid": id(12), "name": "Cabinet", "emoji": "🗄️"}},
		"item_conditions":     {{"uuid": id(21), "name": "Very fine", "position": 1}},
		"tags":                {{"uuid": id(31), "name": "silver", "color": "#6B7280"}},
		"series":              {{"uuid": id(41), "name": "Queens"}},
		"collection_types":    {{"uuid": id(51), "name": "Coin", "color": "#0F766E"}},
		"custom_field_groups": {{"uuid": id(61), "collection_type_uuid": id(51), "name": "Striking", "position": 1}},
		"custom_fields": {{"uuid": id(71), "collection_type_uuid": id(51), "group_uuid": id(61), "name": "Mint", "field_type": "text", "position": 1, "is_public": true},
			{"uuid": id(72), "collection_type_uuid": id(51), "name": "Metal", "field_type": "select", "options": jsontext.Value(`["Gold","Silver"]`), "position": 1, "is_public": false}},
		"collections": {{"uuid": id(81), "name": "Coins", "emoji": "🪙", "visibility": "private", "currency": "EUR", "collection_type_uuids": []string{id(51)}, "cover_photo_uuid": id(211)}},
		"categories":  {{"uuid": id(91), "collection_uuid": id(81), "name": "Europe"}, {"uuid": id(92), "collection_uuid": id(81), "parent_uuid": id(91), "name": "Britain"}},
		"sets":        {{"uuid": id(101), "collection_uuid": id(81), "name": "Crowns", "target_count": 12}},
		"items": {{"uuid": id(121), "collection_uuid": id(81), "collection_type_uuid": id(51), "name": "Crown of 1847", "description": "Gothic", "category_uuid": id(92), "set_uuid": id(101),
			"series_uuid": id(41), "tag_uuids": []string{id(31)}, "custom_fields": jsontext.Value(`{"` + id(71) + `":"London","` + id(72) + `":"Silver"}`), "wanted": false},
			{"uuid": id(122), "collection_uuid": id(81), "name": "Five guineas", "tag_uuids": []string{}, "custom_fields": jsontext.Value(`{}`), "wanted": true, "wanted_priority": "high",
				"wanted_max_price": 900000, "wanted_currency_code": "EUR"}},
		"copies":       {{"uuid": id(131), "item_uuid": id(121), "identifier": "C-1", "location_uuid": id(11), "status": "owned", "quantity": 1, "acquired_at": day, "item_condition_uuid": id(21), "borrowed": false}},
		"transactions": {ofCopy(141, object{"type": "purchase", "occurred_at": day, "counterparty": "A fair", "amount": 1200, "currency_code": "EUR"})},
		"valuations":   {ofCopy(151, object{"type": "user_estimate", "amount": 2500, "valued_at": day, "currency_code": "EUR", "confidence": "unknown"})},
		"insurance_records": {ofCopy(161, object{"provider": "Mutual", "insured_value": 3000, "status": "active", "currency_code": "EUR", "policy_number": "P-1", "deductible_currency_code": "EUR",
			"starts_at": day, "is_scheduled_item": true})},
		"provenance_events":   {ofCopy(171, object{"type": "acquisition", "title": "Bought", "occurred_at": day, "occurred_at_precision": "exact", "is_verified": false, "transaction_uuid": id(141)})},
		"maintenance_records": {ofCopy(181, object{"type": "inspection", "title": "Looked at", "performed_at": day, "item_condition_after_uuid": id(21), "include_in_provenance": false})},
		"loans":               {ofCopy(191, object{"direction": "outgoing", "status": "returned", "party": "Museum", "loaned_at": day, "returned_at": "2024-06-07", "include_in_provenance": false})},
		"location_stays":      {ofCopy(201, object{"location_uuid": id(11), "location_name": "Tray 1", "moved_at": day})},
		"photos": {{"uuid": id(211), "item_uuid": id(121), "file": sum(photo), "sha256": sum(photo), "filename": "crown.png", "mime_type": "image/png", "size": len(photo), "width": 8, "height": 8,
			"position": 1, "is_main": true}},
		"documents":   {ofCopy(221, object{"document_type": "receipt", "name": "Receipt", "file": sum(receipt), "mime_type": "text/plain", "transaction_uuid": id(141)})},
		"import_keys": {{"collection_uuid": id(81), "source": "file", "key": "crown", "item_uuid": id(121)}},
	}, []string{photo, receipt}
}
