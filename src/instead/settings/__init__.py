"""Settings of each stage: frozen, checked, TOML in and TOML out."""

from instead.settings.a2cf import A2CF_GRID as A2CF_GRID
from instead.settings.a2cf import A2CFPreset as A2CFPreset
from instead.settings.a2cf import A2CFSettings as A2CFSettings
from instead.settings.base import Settings as Settings
from instead.settings.base import Supervision as Supervision
from instead.settings.clva import CLVA_GRID as CLVA_GRID
from instead.settings.clva import CLVASettings as CLVASettings
from instead.settings.extract import ExtractSettings as ExtractSettings
from instead.settings.pmsc import PMSC_GRID as PMSC_GRID
from instead.settings.pmsc import PMSCSettings as PMSCSettings
from instead.settings.prepare import PrepareSettings as PrepareSettings
from instead.settings.prepare import ReadSettings as ReadSettings
from instead.settings.recommend import Filters as Filters
from instead.settings.recommend import FoldSettings as FoldSettings
from instead.settings.recommend import ReasonSettings as ReasonSettings
from instead.settings.recommend import RecommendSettings as RecommendSettings
from instead.settings.recommend import Style as Style
from instead.settings.sceptre import SCEPTRE_GRID as SCEPTRE_GRID
from instead.settings.sceptre import SceptreSettings as SceptreSettings
from instead.settings.service import ServiceSettings as ServiceSettings
from instead.settings.spem import SPEM_GRID as SPEM_GRID
from instead.settings.spem import SPEMSettings as SPEMSettings
from instead.settings.world import WORLD_PRESETS as WORLD_PRESETS
from instead.settings.world import WorldPreset as WorldPreset
from instead.settings.world import WorldSettings as WorldSettings
