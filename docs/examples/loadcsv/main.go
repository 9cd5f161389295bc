// Command loadcsv loads a table into a collection, fifty rows in a batch: each becomes an item
// with a copy. Columns are called as in the API: name, description, identifier and so on.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

type object map[string]any

func main() {
	rows, err := csv.NewReader(os.Stdin).ReadAll()
	if err != nil || len(rows) == 0 || len(os.Args) != 3 {
		log.Fatal("usage: VITRINE_TOKEN=vtr_… loadcsv ADDRESS COLLECTION < TABLE ", err)
	}
	for from := 1; from < len(rows); from += 50 {
		var operations []object
		for n, row := range rows[from:min(from+50, len(rows))] {
			cells := object{}
			for i, name := range rows[0] {
				cells[name] = row[i]
			}
			operations = append(operations, object{"method": "POST", "path": "/api/collections/" + os.Args[2] + "/items", "body": cells},
				object{"method": "POST", "path": fmt.Sprintf("/api/items/$%d/copies", 2*n), "body": cells})
		}
		body, _ := json.Marshal(object{"operations": operations}) // texts can be encoded
		for status := 0; status != http.StatusOK; {
			req, err := http.NewRequest("POST", os.Args[1]+"/api/batch", bytes.NewReader(body))
			if err != nil {
				log.Fatal(err)
			}
			req.Header.Set("Authorization", "Bearer "+os.Getenv("VITRINE_TOKEN"))
			req.Header.Set("Idempotency-Key", fmt.Sprintf("%x-%d", sha256.Sum256(body), from)) // run again, it loads the rest
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				log.Fatal(err)
			}
			answer, _ := io.ReadAll(res.Body)
			res.Body.Close()
			status = res.StatusCode
			if wait, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil {
				time.Sleep(time.Duration(wait) * time.Second)
			} else if status != http.StatusOK {
				log.Fatalf("rows from %d: %s %s", from, res.Status, answer)
			}
		}
	}
}
