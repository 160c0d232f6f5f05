// For those who embed us: what our own tests use to check another store.
export { describeStore, type StoreUnderTest } from "./testing/describe-store.ts";
