"""HMAC_DRBG against NIST's own answers, and against a second writing of the standard."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.compat import InvariantError
from firmware.randomness.drbg import HmacDrbg

# CAVP DRBGVS (CAVS 14.3) HMAC_DRBG.rsp, [SHA-256], 256-bit entropy, 128-bit nonce, 1024 returned
# bits. The first generate is thrown away, the second is compared; "" stands for an absent input.
# entropy, nonce, personalization, reseed entropy, its additional input, additional 1 and 2, bits.
CAVP = {
    "no_reseed_0": (
        "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488",
        "659ba96c601dc69fc902940805ec0ca8",
        "",
        "",
        "",
        "",
        "",
        "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89"
        "d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1"
        "07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
        "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8",
    ),
    "no_reseed_personalized_additional_0": (
        "5d3286bc53a258a53ba781e2c4dcd79a790e43bbe0e89fb3eed39086be34174b",
        "c5422294b7318952ace7055ab7570abf",
        "2dba094d008e150d51c4135bb2f03dcde9cbf3468a12908a1b025c120c985b9d",
        "",
        "",
        "793a7ef8f6f0482beac542bb785c10f8b7b406a4de92667ab168ecc2cf7573c6",
        "2238cdb4e23d629fe0c2a83dd8d5144ce1a6229ef41dabe2a99ff722e510b530",
        "d04678198ae7e1aeb435b45291458ffde0891560748b43330eaf866b5a6385e7"
        "4c6fa5a5a44bdb284d436e98d244018d6acedcdfa2e9f499d8089e4db86ae89a"
        "6ab2d19cb705e2f048f97fb597f04106a1fa6a1416ad3d859118e079a0c319eb"
        "95686f4cbcce3b5101c7a0b010ef029c4ef6d06cdfac97efb9773891688c37cf",
    ),
    "reseed_0": (
        "06032cd5eed33f39265f49ecb142c511da9aff2af71203bffaf34a9ca5bd9c0d",
        "0e66f71edc43e42a45ad3c6fc6cdc4df",
        "",
        "01920a4e669ed3a85ae8a33b35a74ad7fb2a6bb4cf395ce00334a9c9a5a5d552",
        "",
        "",
        "",
        "76fc79fe9b50beccc991a11b5635783a83536add03c157fb30645e611c2898bb"
        "2b1bc215000209208cd506cb28da2a51bdb03826aaf2bd2335d576d519160842"
        "e7158ad0949d1a9ec3e66ea1b1a064b005de914eac2e9d4f2d72a8616a802254"
        "22918250ff66a41bd2f864a6a38cc5b6499dc43f7f2bd09e1e0f8f5885935124",
    ),
    "reseed_1": (
        "aadcf337788bb8ac01976640726bc51635d417777fe6939eded9ccc8a378c76a",
        "9ccc9d80c89ac55a8cfe0f99942f5a4d",
        "",
        "03a57792547e0c98ea1776e4ba80c007346296a56a270a35fd9ea2845c7e81e2",
        "",
        "",
        "",
        "17d09f40a43771f4a2f0db327df637dea972bfff30c98ebc8842dc7a9e3d681c"
        "61902f71bffaf5093607fbfba9674a70d048e562ee88f027f630a78522ec6f70"
        "6bb44ae130e05c8d7eac668bf6980d99b4c0242946452399cb032cc6f9fd9628"
        "4709bd2fa565b9eb9f2004be6c9ea9ff9128c3f93b60dc30c5fc8587a10de68c",
    ),
    "reseed_personalized_additional_0": (
        "93161b2dc08cb0fd50171141c865a841ca935cfdd2b5907d6ff8ab0348c4ceb0",
        "5cb9f6e5912b90c3349a50ab881b35a1",
        "0dceb4a36326c4df1685df43fddeecb5d0c76f00eb44826694f27e610290f6e1",
        "d8e9be44b5f293482548d4787762ebfb03c73c40e45385e8b98907cd66f493dd",
        "105a8f85d6959f3e043ef508cfea21d52123f03b7aea8034c4eec761eaba1fee",
        "bf781f7e489d9b4b5aa5ee6d1796468af672a8d25f311edf3c4b4dbf433d703f",
        "c81d6bcf1e5bf37e39dda1735c6f193df115b1a854a12e7cafe060afe4589335",
        "4306628124d0100fade7eaaf5edf227d50771f9e5f2e1e983800eef9a39fde0b"
        "0c280e63c8728d836b5b93ea794a32c1c04cfc54bd5300e3febb5fe2e1023ede"
        "d8d7cd180279a598f76823e8d5a7dffcc93a09deec5d1f80838e938fba4de9f4"
        "7e94b99382ae55f116df9c3b3ddf7e50516e203645852a415796f03a86418107",
    ),
}

ENTROPY = bytes(range(32))
NONCE = bytes(range(32, 48))


@pytest.mark.parametrize("name", CAVP)
def test_generator_gives_nists_answer(name: str):
    entropy, nonce, personal, reseed, reseed_more, first, second, bits = (
        bytes.fromhex(field) for field in CAVP[name]
    )
    drbg = HmacDrbg(entropy, nonce, personal)
    if reseed:
        drbg.reseed(reseed, reseed_more)
    drbg.generate(128, first)
    assert drbg.generate(128, second) == bits


class Reference:
    """SP 800-90A 10.1.2 written a second time with the standard library."""

    def __init__(self, material: bytes) -> None:
        self.key, self.value = b"\0" * 32, b"\1" * 32
        self.update(material)

    def mac(self, message: bytes) -> bytes:
        return hmac.new(self.key, message, hashlib.sha256).digest()

    def update(self, material: bytes) -> None:
        for round_byte in (b"\0", b"\1"):
            if round_byte == b"\0" or material:
                self.key = self.mac(self.value + round_byte + material)
                self.value = self.mac(self.value)

    def generate(self, count: int, additional: bytes) -> bytes:
        if additional:
            self.update(additional)
        temp = b""
        while len(temp) < count:
            self.value = self.mac(self.value)
            temp += self.value
        self.update(additional)
        return temp[:count]


steps = st.lists(
    st.one_of(
        st.tuples(st.just("generate"), st.integers(1, 200), st.binary(max_size=40)),
        st.tuples(st.just("reseed"), st.binary(min_size=32, max_size=80), st.binary(max_size=40)),
    ),
    max_size=8,
)


@given(
    st.binary(min_size=32, max_size=100),
    st.binary(min_size=16, max_size=40),
    st.binary(max_size=40),
    steps,
)
def test_generator_agrees_with_a_second_writing(
    entropy: bytes, nonce: bytes, personal: bytes, script: list
):
    drbg, reference = HmacDrbg(entropy, nonce, personal), Reference(entropy + nonce + personal)
    for act, first, second in script:
        if act == "generate":
            assert drbg.generate(first, second) == reference.generate(first, second)
        else:
            drbg.reseed(first, second)
            reference.update(first + second)
    assert drbg.generate(64) == reference.generate(64, b"")


def test_each_request_moves_on():
    """Two requests of 32 bytes are not one of 64: the state is renewed between them."""
    whole = HmacDrbg(ENTROPY, NONCE).generate(64)
    drbg = HmacDrbg(ENTROPY, NONCE)
    assert drbg.generate(32) == whole[:32]
    assert drbg.generate(32) != whole[32:]


def test_too_little_entropy_is_refused():
    with pytest.raises(InvariantError, match="drbg_entropy"):
        HmacDrbg(ENTROPY[:31], NONCE)
    with pytest.raises(InvariantError, match="drbg_nonce"):
        HmacDrbg(ENTROPY, NONCE[:15])
    with pytest.raises(InvariantError, match="drbg_entropy"):
        HmacDrbg(ENTROPY, NONCE).reseed(ENTROPY[:31])


def test_request_has_bounds():
    drbg = HmacDrbg(ENTROPY, NONCE)
    assert len(drbg.generate(65536)) == 65536
    for count in (0, -1, 65537):
        with pytest.raises(InvariantError, match="drbg_request"):
            drbg.generate(count)


def test_generator_must_be_reseeded_after_1024_requests():
    drbg = HmacDrbg(ENTROPY, NONCE)
    for _ in range(1024):
        drbg.generate(1)
    with pytest.raises(InvariantError, match="drbg_needs_reseed"):
        drbg.generate(1)
    drbg.reseed(ENTROPY)
    assert len(drbg.generate(1)) == 1


def test_forgotten_generator_gives_nothing_and_cannot_be_revived():
    drbg = HmacDrbg(ENTROPY, NONCE)
    drbg.forget()
    with pytest.raises(InvariantError, match="drbg_forgotten"):
        drbg.generate(1)
    with pytest.raises(InvariantError, match="drbg_forgotten"):
        drbg.reseed(ENTROPY)
    with pytest.raises(InvariantError, match="drbg_forgotten"):
        drbg.generate(1)
