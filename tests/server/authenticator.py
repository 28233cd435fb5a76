"""A passkey authenticator in a few lines: makes a key pair and signs challenges, as WebAuthn asks for it."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """Holds one passkey for one site."""

    def __init__(self, origin: str, site: str = "127.0.0.1") -> None:
        self.origin = origin
        self.site = hashlib.sha256(site.encode()).digest()
        self.id = secrets.token_bytes(32)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.count = 0

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.create` gives."""
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self.site + bytes([PRESENT | VERIFIED | ATTESTED]) + bytes(4) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self.credential(
            clientDataJSON=encoded(self.client_data("webauthn.create", options)),
            attestationObject=encoded(attestation),
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.get` gives."""
        self.count += 1
        data = self.site + bytes([PRESENT | VERIFIED]) + self.count.to_bytes(4, "big")
        told = self.client_data("webauthn.get", options)
        signature = self.key.sign(data + hashlib.sha256(told).digest(), ec.ECDSA(hashes.SHA256()))
        return self.credential(
            clientDataJSON=encoded(told), authenticatorData=encoded(data), signature=encoded(signature)
        )

    def client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def credential(self, **response: str) -> dict[str, Any]:
        id = encoded(self.id)
        return {"id": id, "rawId": id, "type": "public-key", "response": response}


def encoded(part: bytes) -> str:
    return urlsafe_b64encode(part).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
