"""The four systems the paper compares with: Sceptre, PMSC, SPEM, CLVA and LVA. Equations: docs/compared_systems.md."""
