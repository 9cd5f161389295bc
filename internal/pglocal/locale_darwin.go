package pglocal

const locale = "en_US.UTF-8"
