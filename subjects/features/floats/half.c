// Half precision: conversion and arithmetic.
#include <assert.h>
static volatile float f = 1.0f / 3.0f;
int main(void) {
  _Float16 a = (_Float16)f, b = 2;
  assert((float)a != f && (float)(a * b) == (float)a * 2);
  assert((float)(_Float16)65504.0f == 65504.0f);
  assert((float)(_Float16)1e6f > 1e30f);
  assert((int)(_Float16)7.5f == 7 && (_Float16)3 < b + 2);
  return 0;
}
