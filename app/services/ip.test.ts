import { expect, test } from "vitest";
import { canonicalAddress, isLoopback, isPublicAddress } from "./ip.server";

/** The first and last addresses of ranges that IANA reserves, other forms of them, and texts that are no addresses. */
const SPECIAL = `0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.255.255.255
169.254.0.0 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.255 192.0.2.0 192.0.2.255 192.88.99.0
192.88.99.255 192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.0 198.51.100.255 203.0.113.0
203.0.113.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255
:: ::1 ::ffff:8.8.8.8 ::8.8.8.8 64:ff9b::808:808 64:ff9b:1::1 100::1 2001::1 2001:1ff::1 2001:db8::1 2002::1 3fff::1
3fff:fff::1 4000::1 5f00::1 e000::1 fc00::1 fdff::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 ffff::1
localhost example.org 1.2.3 0x7f.1 1.2.3.4:80 [::1] 999.1.1.1`.split(/\s+/);

const PUBLIC = `1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
169.255.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 203.0.114.0 223.255.255.255
2001:200::1 2001:4860:4860::8888 2606:4700::1 2a00::1 3ffe::1`.split(/\s+/);

test("reliability 17 only addresses of the public internet are public", () => {
  expect(SPECIAL.filter(isPublicAddress)).toEqual([]);
  expect(PUBLIC.filter((address) => !isPublicAddress(address))).toEqual([]);
});

test("isLoopback recognises all names of this machine, and no host whose name begins with one", () => {
  const names = ["localhost", "127.0.0.1", "127.9.9.9", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:7f00:1]"];
  expect(names.filter((name) => !isLoopback(name))).toEqual([]);
  const otherHosts = ["127.example.org", "127.0.0.1.example.org", "localhost.example.org", "[::2]", "128.0.0.1", ""];
  expect(otherHosts.filter(isLoopback)).toEqual([]);
});

test("canonicalAddress writes each address in one way", () => {
  expect(["2001:DB8:0:0::9", "::0001", "127.0.0.1", "no address"].map(canonicalAddress)).toEqual([
    "2001:db8::9",
    "::1",
    "127.0.0.1",
    "no address",
  ]);
});
