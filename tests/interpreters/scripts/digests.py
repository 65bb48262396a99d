"""Digests of compat: SHA-256, HMAC and CRC over lengths around every block border."""

from firmware.compat.digest import crc32, hmac_sha256, sha256

key = bytes(range(32))
for length in (0, 1, 31, 32, 55, 56, 63, 64, 65, 119, 120, 127, 128, 129, 640):
    text = bytes((7 * place + length) % 256 for place in range(length))
    print(length, sha256(text).hex(), hmac_sha256(key, text).hex(), crc32(text))
