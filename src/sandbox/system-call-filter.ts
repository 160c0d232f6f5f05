import type { SandboxProfile } from "./profile.ts";

/**
 * A seccomp program for what mounts cannot stop: sockets by which other programs are reached wherever they lie, kinds of
 * sockets that know no network namespace (a virtual machine's), the kernel's key rings, and system calls that make
 * namespaces or mounts. `undefined` for processors we know no numbers of.
 */
export function systemCallFilter(
  { unixSockets }: Pick<SandboxProfile, "unixSockets">,
  processor: string = process.arch,
): Uint8Array | undefined {
  const numbers = NUMBERS[processor];
  if (numbers === undefined) return undefined;
  const families = unixSockets === "none" ? FAMILIES : [...FAMILIES, AF_UNIX];
  return assemble([
    load(ARCHITECTURE),
    // A program for another processor has other numbers: none of the checks below would mean anything.
    ...unless(numbers.architecture, KILL),
    load(NUMBER),
    ...(processor === "x64" ? whenAtLeast(X32, refuse(ENOSYS)) : []),
    ...numbers.forbidden.flatMap((number) => when(number, [refuse(EPERM)])),
    // The error of an older kernel, which programs handle.
    ...[...IO_URING, CLONE3].flatMap((number) => when(number, [refuse(ENOSYS)])),
    ...when(numbers.socket, [load(argument(0)), ...families.flatMap((family) => when(family, [ALLOW])), refuse(EPERM)]),
    ...when(numbers.clone, [load(argument(0)), ...whenAny(CLONE_NEWUSER, refuse(EPERM)), ALLOW]),
    ...when(numbers.ioctl, [
      load(argument(1)),
      ...TERMINAL_INPUT.flatMap((code) => when(code, [refuse(EPERM)])),
      ALLOW,
    ]),
    ALLOW,
  ]);
}

const EPERM = 1;
const ENOSYS = 38;

const AF_UNIX = 1;
/** IPv4, IPv6, and the kernel's answers about them. */
const FAMILIES = [2, 10, 16];
const CLONE_NEWUSER = 0x1000_0000;
/** Typing into a terminal as if a person had: TIOCSTI, TIOCLINUX. */
const TERMINAL_INPUT = [0x5412, 0x541c];
/** It makes sockets without asking for them by system call. */
const IO_URING = [425, 426, 427];
/** Its flags lie in memory, where a filter cannot look. */
const CLONE3 = 435;
/** Above are the numbers of a second way to call the same kernel. */
const X32 = 0x4000_0000;
/** open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr, open_tree_attr. */
const NEW_MOUNTS = [428, 429, 430, 431, 432, 433, 442, 467];

interface Numbers {
  architecture: number;
  socket: number;
  clone: number;
  ioctl: number;
  forbidden: readonly number[];
}

// forbidden: umount2, mount, pivot_root, unshare, setns, open_by_handle_at, add_key, request_key, keyctl, bpf,
// perf_event_open, userfaultfd.
const NUMBERS: Readonly<Record<string, Numbers>> = {
  x64: {
    architecture: 0xc000_003e,
    socket: 41,
    clone: 56,
    ioctl: 16,
    forbidden: [166, 165, 155, 272, 308, 304, 248, 249, 250, 321, 298, 323, ...NEW_MOUNTS],
  },
  arm64: {
    architecture: 0xc000_00b7,
    socket: 198,
    clone: 220,
    ioctl: 29,
    forbidden: [39, 40, 41, 97, 268, 265, 217, 218, 219, 280, 241, 282, ...NEW_MOUNTS],
  },
};

/** code, jump if true, jump if false, value: the kernel's own machine for such programs. */
type Instruction = readonly [code: number, yes: number, no: number, value: number];

const NUMBER = 0;
const ARCHITECTURE = 4;
const ALLOW: Instruction = [0x06, 0, 0, 0x7fff_0000];
const KILL: Instruction = [0x06, 0, 0, 0x8000_0000];

/** The lower half of an argument, which is all the kernel looks at in those that are checked. */
function argument(index: number): number {
  return 16 + 8 * index;
}

function load(offset: number): Instruction {
  return [0x20, 0, 0, offset];
}

function refuse(error: number): Instruction {
  return [0x06, 0, 0, 0x0005_0000 | error];
}

/** Every block ends with a verdict, because it may have loaded another value. */
function when(value: number, block: readonly Instruction[]): Instruction[] {
  return [[0x15, 0, block.length, value], ...block];
}

function unless(value: number, answer: Instruction): Instruction[] {
  return [[0x15, 1, 0, value], answer];
}

function whenAtLeast(value: number, answer: Instruction): Instruction[] {
  return [[0x35, 0, 1, value], answer];
}

function whenAny(bits: number, answer: Instruction): Instruction[] {
  return [[0x45, 0, 1, bits], answer];
}

function assemble(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  for (const [index, [code, yes, no, value]] of program.entries()) {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, yes);
    bytes.setUint8(index * 8 + 3, no);
    bytes.setUint32(index * 8 + 4, value >>> 0, true);
  }
  return new Uint8Array(bytes.buffer);
}
