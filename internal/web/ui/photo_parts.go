package ui

// PhotoKinds are what a photo may be.
const PhotoKinds = "image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif,image/avif"
