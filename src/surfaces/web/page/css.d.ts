// Vite takes styles out of the modules that import them.
declare module "*.css";
