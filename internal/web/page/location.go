package page

import (
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

// Tree reads all locations, together with other reads.
func Tree(v *Visit, reads ...func(postgres.Reader) error) (tree *catalog.LocationTree, err error) {
	err = v.Together(append(reads, func(r postgres.Reader) (err error) {
		tree, err = inventory.LocationTree(v.Context(), r)
		return err
	})...)
	return tree, err
}

// LocationOf is Tree, and finds the location of the path.
func LocationOf(v *Visit, reads ...func(postgres.Reader) error) (*catalog.LocationTree, *catalog.LocationNode, error) {
	id, err := v.Number("location")
	if err != nil {
		return nil, nil, err
	}
	tree, err := Tree(v, reads...)
	if err != nil {
		return nil, nil, err
	}
	at := tree.Find(id)
	if at == nil {
		err = fault.ErrNotFound
	}
	return tree, at, err
}
