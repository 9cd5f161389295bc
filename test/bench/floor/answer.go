package main

import (
	"encoding/binary"
	"strconv"
)

// appendItem writes an item as the service does, from the columns of its statement as
// PostgreSQL sends them.
func appendItem(out []byte, v [][]byte, base string) []byte {
	out = appendID(append(out, `{"type":"item","id":`...), v[0])
	out = appendText(append(out, `,"attributes":{"uuid":`...), v[1])
	out = appendID(append(out, `,"collection_id":`...), v[2])
	out = appendText(append(out, `,"name":`...), v[4])
	out = appendText(append(out, `,"description":`...), v[5])
	out = appendID(append(out, `,"collection_type_id":`...), v[3])
	out = append(append(out, `,"custom_fields":`...), v[6]...)
	out = appendID(append(out, `,"category_id":`...), v[7])
	out = appendID(append(out, `,"set_id":`...), v[8])
	out = appendID(append(out, `,"series_id":`...), v[9])
	out = appendIDs(append(out, `,"tag_ids":`...), v[10])
	out = strconv.AppendBool(append(out, `,"wanted":`...), v[11][0] != 0)
	out = appendText(append(out, `,"wanted_priority":`...), v[12])
	out = appendNumber(append(out, `,"wanted_max_price":`...), v[13])
	out = appendText(append(out, `,"wanted_currency_code":`...), v[14])
	out = appendMoment(append(out, `,"created_at":`...), v[15])
	out = appendMoment(append(out, `,"updated_at":`...), v[16])
	out = append(append(out, `},"links":{"self":"`...), base...)
	out = strconv.AppendInt(append(out, `/api/collections/`...), integer(v[2]), 10)
	out = strconv.AppendInt(append(out, `/items/`...), integer(v[0]), 10)
	return append(out, `"}}`...)
}

// appendPaging writes what the first of many pages of ten has besides its data.
func appendPaging(out []byte, base string, total int64) []byte {
	last := (total + 9) / 10
	address := func(out []byte, n int64) []byte {
		return append(strconv.AppendInt(append(append(append(out, '"'), base...), `/api/items?page=`...), n, 10), '"')
	}
	out = address(append(out, `,"links":{"first":`...), 1)
	out = address(append(out, `,"last":`...), last)
	out = address(append(out, `,"prev":null,"next":`...), 2)
	out = strconv.AppendInt(append(out, `},"meta":{"current_page":1,"from":1,"last_page":`...), last, 10)
	out = append(out, `,"links":[{"url":null,"label":"Previous","active":false}`...)
	for _, n := range [...]int64{1, 2, 3, 4, last - 1, last} {
		if n == last-1 {
			out = append(out, `,{"url":null,"label":"...","active":false}`...)
		}
		out = address(append(out, `,{"url":`...), n)
		out = strconv.AppendInt(append(out, `,"label":"`...), n, 10)
		out = append(strconv.AppendBool(append(out, `","active":`...), n == 1), '}')
	}
	out = address(append(out, `,{"url":`...), 2)
	out = append(append(out, `,"label":"Next","active":false}],"next_after":"WyIxMCJd","path":"`...), base...)
	out = strconv.AppendInt(append(out, `/api/items","per_page":10,"to":10,"total":`...), total, 10)
	return append(out, `,"total_capped":false}}`...)
}

func integer(b []byte) int64 { return int64(binary.BigEndian.Uint64(b)) }

func appendNumber(out, b []byte) []byte {
	if b == nil {
		return append(out, "null"...)
	}
	return strconv.AppendInt(out, integer(b), 10)
}

func appendID(out, b []byte) []byte {
	if b == nil {
		return append(out, "null"...)
	}
	return append(strconv.AppendInt(append(out, '"'), integer(b), 10), '"')
}

// appendIDs writes an array of bigint: a header of 20 bytes, then each with its length.
func appendIDs(out, b []byte) []byte {
	out = append(out, '[')
	for at := 24; at < len(b); at += 12 {
		if at > 24 {
			out = append(out, ',')
		}
		out = appendID(out, b[at:at+8])
	}
	return append(out, ']')
}

func appendText(out, b []byte) []byte {
	if b == nil {
		return append(out, "null"...)
	}
	const digits = "0123456789abcdef"
	out = append(out, '"')
	for _, c := range b {
		if c == '"' || c == '\\' || c < ' ' {
			out = append(out, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
			continue
		}
		out = append(out, c)
	}
	return append(out, '"')
}

// appendMoment writes seconds since 1970 of microseconds since 2000.
func appendMoment(out, b []byte) []byte {
	return strconv.AppendInt(out, integer(b)/1_000_000+946_684_800, 10)
}
